/** Whether an address is of the API or of a stored file: errors there are JSON. */
export function isApi(url: string): boolean {
  return /^\/(api|files)(\/|$)/.test(new URL(url).pathname);
}
