import { useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { fieldId } from "~/components/field";
import type { MusicAnswers } from "~/submission/music/music-step";
import { type MusicView, panelsWithErrors, trackToOpen } from "~/submission/music/music-view";
import type { FileView } from "~/uploads/upload";

/** Panels load when they are opened: how often to look for a field in one that is on its way. */
const LOOKS = 60;

/** Gives the focus to a field or element once it is there. */
function focusOn(target: string, looks = LOOKS): void {
  const element = document.getElementById(fieldId(target)) ?? document.getElementById(target);
  element?.focus();
  // A track that has just opened begins at the top, with its fields below.
  if (element?.matches("summary")) element.scrollIntoView({ block: "start" });
  if (!element && looks > 0) requestAnimationFrame(() => focusOn(target, looks - 1));
}

/**
 * Which track and which panels of the music step are open: at first those that the address or the
 * gaps lead to, then whatever the last edit or the last answer of the server says.
 * @param serverView what the server's answer to the last post says of it.
 */
export function useMusicView(
  savedAnswers: MusicAnswers,
  files: readonly FileView[],
  serverView: MusicView | undefined,
) {
  const field = useSearchParams()[0].get("field") ?? "";
  const [view, setView] = useState<MusicView>(() => {
    if (serverView) return serverView;
    const filledSlots = new Set(
      files.flatMap(({ slot, state }) => (state === "expired" ? [] : [slot])),
    );
    const fieldErrors = { [field]: "" };
    return {
      opened: panelsWithErrors(fieldErrors, savedAnswers),
      track: trackToOpen(savedAnswers, filledSlots, fieldErrors),
    };
  });
  const [lastServerView, setLastServerView] = useState(serverView);
  if (serverView !== lastServerView) {
    setLastServerView(serverView);
    if (serverView) setView(serverView);
  }
  useEffect(() => {
    if (view.focus) focusOn(view.focus);
  }, [view]);
  // What was said of an edit before is over with it: its focus would be taken once more.
  const showTrack = useCallback(
    (track: string | undefined) =>
      setView(({ opened, question }) => ({ opened, question, track: track ?? "" })),
    [],
  );
  return { view, setView, showTrack };
}
