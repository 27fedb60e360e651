/**
 * A flag that cancels a question to a worker that is busy and reads no messages. Shared memory would do,
 * but only where a host sends headers that hosts of files do not send. A worker may, however, open an address and wait for the
 * answer on the spot: as long as the question is wanted, there is something at the address of its flag.
 */

export class WantedFlag {
  address = URL.createObjectURL(new Blob(["wanted"]));

  end() {
    URL.revokeObjectURL(this.address);
  }
}

/** Whether a question is still wanted; called in another worker of the page. @param {string} address @returns {boolean} */
export function isWanted(address) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.send();
  } catch {
    return false;
  }
  return request.status === 200;
}
