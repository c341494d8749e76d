import { useWindowEvent } from "@mantine/hooks";
import { useState } from "react";
import { useValuesReplaced } from "~/ui/field";

export const TRACK_TITLE = /^tracks\[\d+\]\.title$/;

/** The fields that a release plan shows. */
export const RELEASE_PLAN = /^(tracks\[\d+\]\.(title|releaseDate)|releaseTitle)$/;

/**
 * Current input of the fields whose names match, for places that repeat it, such as a heading.
 * @returns a function that returns the text of a field as typed since the last edit, else the fallback.
 */
export function useLiveValues(pattern: RegExp): (name: string, fallback: string) => string {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  useValuesReplaced(() => setTexts(new Map()));
  useWindowEvent("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !pattern.test(target.name)) return;
    const { name, value } = target;
    setTexts((before) => new Map(before).set(name, value));
  });
  return (name, fallback) => texts.get(name) ?? fallback;
}
