import { useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import type { MusicAnswers } from "~/domain/submission/music/music-step";
import {
  type MusicView,
  panelsWithErrors,
  trackToOpen,
} from "~/domain/submission/music/music-view";
import type { FileView } from "~/domain/uploads/upload";
import { fieldId } from "~/ui/field";

/** Frames to wait for a field in a panel that is loading. */
const MAX_FRAMES = 60;

/** Focuses a field or element once it exists. */
function focusWhenReady(target: string, frames = MAX_FRAMES): void {
  const element = document.getElementById(fieldId(target)) ?? document.getElementById(target);
  element?.focus();
  // Shows an opened track from its top.
  if (element?.matches("summary")) element.scrollIntoView({ block: "start" });
  if (!element && frames > 0) requestAnimationFrame(() => focusWhenReady(target, frames - 1));
}

/**
 * Which track and which panels are open: initially those that the address or missing answers lead to, later
 * those of the last edit or reply.
 * @param serverView the view in the server's last reply.
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
    if (view.focus) focusWhenReady(view.focus);
  }, [view]);
  // Drops the notice and the focus of an earlier edit, which would be applied again.
  const showTrack = useCallback(
    (track: string | undefined) =>
      setView(({ opened, question }) => ({ opened, question, track: track ?? "" })),
    [],
  );
  return { view, setView, showTrack };
}
