/** What the builder writes before `static/serverless/service_worker.js`. */
declare const SITE: {
  version: string;
  /** Files that every page may need, from the root of the site. */
  files: string[];
  /** The pages of every language. */
  pages: Record<string, string[]>;
};
