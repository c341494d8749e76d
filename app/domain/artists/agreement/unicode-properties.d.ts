/** What is used of the package, which has no types of its own. */
declare module "unicode-properties" {
  /** The Unicode script of a code point, such as "Canadian_Aboriginal". */
  export function getScript(codePoint: number): string;
}
