/** Whether an address is one of the API or of a stored file: what is wrong there is told as JSON. */
export function isApi(url: string): boolean {
  return /^\/(api|files)(\/|$)/.test(new URL(url).pathname);
}
