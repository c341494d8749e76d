import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { PRESENCE_PATH } from "./use-presence";

/** Parts of an address that say what is shown of an entry, and not which one. */
const VIEW = ["tab", "decide", "said", "at"];

const withoutView = ({ pathname, searchParams }: URL) => {
  const rest = [...searchParams].filter(([name]) => !VIEW.includes(name));
  return `${pathname}?${new URLSearchParams(rest)}`;
};

/** Saying where one is changes nothing that pages show. */
export const isPresence = ({ formAction }: Pick<ShouldRevalidateFunctionArgs, "formAction">) =>
  formAction === PRESENCE_PATH;

/** Whether only the tab or the open decision changes. */
export const changesOnlyTheView = ({
  formMethod,
  currentUrl,
  nextUrl,
}: Pick<ShouldRevalidateFunctionArgs, "formMethod" | "currentUrl" | "nextUrl">) =>
  formMethod === undefined &&
  currentUrl.href !== nextUrl.href &&
  withoutView(currentUrl) === withoutView(nextUrl);
