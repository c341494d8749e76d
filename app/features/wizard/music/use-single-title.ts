import { useWindowEvent } from "@mantine/hooks";
import { useRef } from "react";
import { fieldId, useValuesReplaced } from "~/ui/field";
import { findInput, readControl, typeInto } from "~/ui/form-dom";
import { useOnMount } from "~/ui/use-on-change";
import { useMusicPage } from "../music-page-context";

const RELEASE_TITLE = "releaseTitle";
const TRACK_TITLE = "tracks[0].title";

/** What is typed as the title of a single is that of its track, and back, until the other one is changed by hand. */
export function useSingleTitle(): void {
  const { releaseType, tracks } = useMusicPage().answers;
  const isShared = releaseType === "single" && tracks.length === 1;
  const typedFirst = useRef<string>();
  const isCopying = useRef(false);
  const previous = useRef(new Map<string, string>());
  const remember = () => {
    for (const name of [RELEASE_TITLE, TRACK_TITLE]) previous.current.set(name, readControl(name));
  };
  useOnMount(remember);
  useValuesReplaced(remember);
  useWindowEvent("input", ({ target }) => {
    if (!isShared || isCopying.current || !(target instanceof HTMLInputElement)) return;
    const { name, value } = target;
    if (name !== RELEASE_TITLE && name !== TRACK_TITLE) return;
    const other = findInput(fieldId(name === TRACK_TITLE ? RELEASE_TITLE : TRACK_TITLE));
    const wasSame = other?.value.trim() === previous.current.get(name)?.trim();
    const isSource = other?.value === "" || (typedFirst.current ?? name) === name;
    if (other && wasSame && isSource) {
      typedFirst.current = name;
      isCopying.current = true;
      typeInto(other, value);
      isCopying.current = false;
    }
    remember();
  });
}
