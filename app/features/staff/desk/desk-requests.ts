import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { PRESENCE_PATH } from "./use-presence";

/** Parts of an address that say what is shown of an entry; the others are those of the list. */
const VIEW = ["tab", "decide", "said", "at"];

/** The part of an address that says which list it is. */
export const listQueryOf = ({ searchParams }: Pick<URL, "searchParams">) =>
  new URLSearchParams([...searchParams].filter(([name]) => !VIEW.includes(name))).toString();

/** Saying where one is changes nothing that pages show. */
export const isPresence = ({ formAction }: Pick<ShouldRevalidateFunctionArgs, "formAction">) =>
  formAction === PRESENCE_PATH;

/** Whether of the same entry only the tab or the open decision changes. */
export const changesOnlyTheView = ({
  formMethod,
  currentUrl,
  nextUrl,
}: Pick<ShouldRevalidateFunctionArgs, "formMethod" | "currentUrl" | "nextUrl">) =>
  formMethod === undefined &&
  currentUrl.href !== nextUrl.href &&
  listQueryOf(currentUrl) === listQueryOf(nextUrl);
