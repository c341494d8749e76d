import { lazy, Suspense, useSyncExternalStore } from "react";
import type { Track } from "~/submission/track";
import { subscribe, uploadIn } from "~/uploads/sending/upload-queue.client";
import { audioSlot } from "~/uploads/slots";
import type { FileView } from "~/uploads/upload";
import { keepTrying } from "../contributors/keep-trying";
import { useMusicPage } from "./music-page";

const SameAudio = lazy(() => keepTrying(() => import("./same-audio")));
const SEPARATOR = " ";

/** What was heard in the file chosen in this tab: equal for equal sound, whatever else is in it. */
const heard = (slot: string) => uploadIn(slot)?.audio;
/** The hash of the stored file: all that is known of one from an earlier visit. */
const hashOf = (slot: string, files: readonly FileView[]) =>
  files.find((file) => file.slot === slot && file.state === "complete")?.sha256;

const hasTwice = (keys: readonly string[]) =>
  keys.some((key, index) => key !== "" && keys.indexOf(key) < index);

/** Speaks up when two tracks of the release hold the same audio; loads its words only then. */
export function SameAudioNote({ tracks }: { tracks: readonly Track[] }) {
  const { files } = useMusicPage();
  const useKeys = (keyOf: (slot: string) => string | null | undefined) =>
    useSyncExternalStore(
      (listen) => subscribe(listen),
      () => tracks.map(({ id }) => keyOf(audioSlot(id)) ?? "").join(SEPARATOR),
      () => "",
    ).split(SEPARATOR);
  const keys = [useKeys(heard), useKeys((slot) => hashOf(slot, files))].find(hasTwice);
  if (!keys) return null;
  return (
    <Suspense>
      <SameAudio tracks={tracks} keys={keys} />
    </Suspense>
  );
}
