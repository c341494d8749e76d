/** Its loader answers every address of staff that there is not. */
export default function UnknownPage() {
  return null;
}
