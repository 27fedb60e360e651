/**
 * A flag that cancels a question to a worker that is busy and reads no messages. Shared memory would do,
 * but only where a host sends headers that hosts of files do not send. A worker may, however, open an address and wait for the
 * answer on the spot: as long as the wish lasts, there is something at its address.
 */

export class Wish {
  address = URL.createObjectURL(new Blob(["wanted"]));

  end() {
    URL.revokeObjectURL(this.address);
  }
}

/** Asked in another worker of the same page. @param {string} address @returns {boolean} */
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
