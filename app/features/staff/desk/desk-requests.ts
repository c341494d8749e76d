import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** Parts of an address that say what is shown of an entry; the others are those of the list. */
const VIEW = ["tab", "decide", "said", "at"];

/** The part of an address that says which list it is. */
export const listQueryOf = ({ searchParams }: Pick<URL, "searchParams">) =>
  new URLSearchParams([...searchParams].filter(([name]) => !VIEW.includes(name))).toString();

type Change = Pick<
  ShouldRevalidateFunctionArgs,
  "formMethod" | "formAction" | "formData" | "currentUrl" | "nextUrl"
>;

/**
 * Whether a decision was posted whose entry was left already. It loads nothing by itself, since React Router 6 ends
 * a navigation with the old page where a load behind a post ends while the new path is looked up. The list is loaded
 * by `useListReload`.
 */
export const isPostedBeside = ({ formAction, formData }: Change) =>
  formAction?.startsWith("/staff/submissions/") === true && formData?.get("then") === "stay";

/** Whether the list alone is loaded again. */
export const isListReload = ({ formMethod, currentUrl, nextUrl }: Change) =>
  formMethod === undefined && currentUrl.href === nextUrl.href;

/** Whether of the same entry at most the tab or the open decision changes. */
export const changesOnlyTheView = ({ formMethod, currentUrl, nextUrl }: Change) =>
  formMethod === undefined && listQueryOf(currentUrl) === listQueryOf(nextUrl);

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
