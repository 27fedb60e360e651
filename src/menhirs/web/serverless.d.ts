/** What the builder writes before `static/offline/service_worker.js`. */
declare const SITE: {
  version: string;
  /** Bytes of all files. */
  size: number;
  /** Files that every page may need, from the root of the site, with their fingerprints. */
  files: Record<string, string>;
  /** The pages of every language, likewise. */
  pages: Record<string, Record<string, string>>;
};
