import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { putFilesIntent } from "~/domain/submission/music/add-files";
import {
  createFileAssigner,
  rejectedFilesText,
  type TrackTags,
  tooManyFilesText,
} from "~/domain/submission/music/assign-files";
import { inTrackOrder } from "~/domain/submission/music/file-titles";
import { tagsInAll, withoutSystemFiles } from "~/domain/uploads/chosen-files.client";
import { checkAmongTracks, coverText, findCover } from "~/domain/uploads/cover-among-files";
import { isSameFileName } from "~/domain/uploads/receiving/object-key";
import { ARTWORK_SLOT, audioSlot } from "~/domain/uploads/slots";
import { systemFilesText } from "~/domain/uploads/system-files";
import type { FileView } from "~/domain/uploads/upload";
import { useFormReply } from "~/ui/form-reply-context";
import { useOnChange } from "~/ui/use-on-change";
import { newTrackId, useMusicPage } from "../music-page-context";
import { chooseFile } from "../upload/choose-file";
import { uploads } from "../upload/uploads.client";

/** The name of a slot's file, stored or being uploaded; a refused file does not count. */
function slotFileName(slot: string, files: readonly FileView[]): string | undefined {
  const live = uploads.table.stateIn(slot);
  const fileView = files.find((file) => file.slot === slot && file.state !== "expired");
  if (live && live.phase !== "failed") return live.fileName;
  return live?.replaces?.fileName ?? fileView?.fileName;
}

function storedFileName(slot: string, files: readonly FileView[]): string | undefined {
  const live = uploads.table.stateIn(slot);
  if (live?.phase === "stored") return live.fileName;
  const fileView = files.find((file) => file.slot === slot && file.state === "complete");
  return live?.replaces?.fileName ?? fileView?.fileName;
}

/** Assigns several files to tracks, adds missing tracks, and uploads the files. */
export function useTrackFiles() {
  const { answers, artist, files } = useMusicPage();
  const { press } = useFormReply();
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState<string>();
  const [leftOutText, setLeftOutText] = useState<string>();
  const [takenText, setTakenText] = useState<string>();
  const [cover, offerCover] = useState<File>();
  const pendingFiles = useRef<{ trackId: string; file: File }[]>([]);

  // Uploads start once the page has the new tracks, so that the tracks are saved first.
  useOnChange(answers, () => {
    const ready = pendingFiles.current;
    pendingFiles.current = [];
    for (const { trackId, file } of ready) chooseFile(audioSlot(trackId), "track", file);
    // What stores may say to their names is known once they are saved.
    if (ready.length > 0) void uploads.allAnnounced().then(revalidate);
  });

  // Filtering system files is asynchronous, and the answers may change meanwhile.
  const latestPlaceFiles = useRef(placeFiles);
  useEffect(() => {
    latestPlaceFiles.current = placeFiles;
  });
  /** Makes a picture the artwork; asks first where there is one. */
  function takePicture(picture: File) {
    if (slotFileName(ARTWORK_SLOT, files) !== undefined) return offerCover(picture);
    chooseFile(ARTWORK_SLOT, "artwork", picture);
    setTakenText(coverText(picture.name));
  }

  function add(chosenFiles: readonly File[]) {
    setTakenText(undefined);
    withoutSystemFiles(chosenFiles, (others, leftOut) => {
      setLeftOutText(systemFilesText(leftOut));
      void tagsInAll(others).then((tags) => latestPlaceFiles.current(others, tags));
    });
  }

  function placeFiles(chosenFiles: readonly File[], tags: readonly (TrackTags | undefined)[]) {
    const { tracks } = answers;
    const picture = findCover(chosenFiles);
    if (picture) takePicture(picture);
    const choices = chosenFiles
      .map((file, index) => ({
        ...{ file, fileName: file.name, tags: tags[index] },
        text: checkAmongTracks(file),
      }))
      .filter(({ file }) => file !== picture);
    // Files that were just assigned may not be in the answers yet.
    const pending = pendingFiles.current.map(({ trackId, file }) => ({
      trackId,
      fileName: file.name,
    }));
    const trackIds = [...tracks.map(({ id }) => id), ...pending.map(({ trackId }) => trackId)];
    const trackFiles = tracks.flatMap(({ id }) => {
      const fileName = slotFileName(audioSlot(id), files);
      return fileName === undefined ? [] : [{ trackId: id, fileName }];
    });
    const places = createFileAssigner({
      trackIds: [...new Set(trackIds)],
      trackFiles: [...trackFiles, ...pending],
      newId: newTrackId,
    });
    const accepted = choices.filter(({ text }) => text === undefined);
    const placements = inTrackOrder(accepted, artist.artistName).map(({ file, tags }) => {
      const place = places.assign(file.name);
      return { file, place: place && { ...place, tags } };
    });
    const findStoredName = (fileName: string) =>
      tracks
        .map(({ id }) => storedFileName(audioSlot(id), files))
        .find((storedName) => storedName !== undefined && isSameFileName(storedName, fileName));
    const leftOut = placements.flatMap(({ file, place }) => (place ? [] : [file.name]));
    const refusals = choices.flatMap(({ fileName, text }) =>
      text === undefined ? [] : [{ fileName, text, storedFileName: findStoredName(fileName) }],
    );
    const toSend = placements.flatMap(({ file, place }) => (place ? [{ file, place }] : []));
    setProblem(
      [tooManyFilesText(leftOut), rejectedFilesText(refusals)].filter(Boolean).join(" ") ||
        undefined,
    );
    if (toSend.length === 0) return;
    pendingFiles.current.push(
      ...toSend.map(({ file, place }) => ({ trackId: place.trackId, file })),
    );
    press(putFilesIntent(toSend.map(({ place }) => place)));
  }
  return {
    add,
    problem,
    notices: [takenText, leftOutText].filter(Boolean).join(" "),
    takePicture,
    offer: cover && {
      picture: cover,
      present: slotFileName(ARTWORK_SLOT, files) ?? "",
      onAnswer: () => offerCover(undefined),
    },
  };
}
