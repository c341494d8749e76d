import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** Parts of an address that say what is shown of an entry; the others are those of the list. */
const VIEW = ["tab", "decide", "said", "at"];

/** The part of an address that says which list it is. */
export const listQueryOf = ({ searchParams }: Pick<URL, "searchParams">) =>
  new URLSearchParams([...searchParams].filter(([name]) => !VIEW.includes(name))).toString();

/** Whether of the same entry only the tab or the open decision changes. */
export const changesOnlyTheView = ({
  formMethod,
  currentUrl,
  nextUrl,
}: Pick<ShouldRevalidateFunctionArgs, "formMethod" | "currentUrl" | "nextUrl">) =>
  formMethod === undefined &&
  currentUrl.href !== nextUrl.href &&
  listQueryOf(currentUrl) === listQueryOf(nextUrl);

/** What the server answers; where it fails something else. */
export async function unlessFailed<T, U>(call: () => Promise<T>, failed: U) {
  try {
    return await call();
  } catch (error) {
    const isRefused = isRouteErrorResponse(error) && error.status < 500;
    if (error instanceof Response || isRefused) throw error;
    return failed;
  }
}
