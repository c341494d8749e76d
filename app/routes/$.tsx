import { refusal } from "~/session/refusal";

/** There is nothing to do but to go elsewhere. */
export const handle = { scripts: false };

const TEXT =
  "This page does not exist, or it has moved. Check the address, or start from the beginning.";

export function loader() {
  throw refusal(404, TEXT);
}

export function action() {
  throw refusal(404, TEXT);
}

export default function NotFound() {
  return null;
}
