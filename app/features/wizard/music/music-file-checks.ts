import { type RefObject, useMemo } from "react";
import * as v from "valibot";
import { FILES_FIELD } from "~/domain/submission/music/assign-files";
import { type MusicAnswers, musicAnswersSchema } from "~/domain/submission/music/music-step";
import { slotFields } from "~/domain/submission/music/slot-fields";
import { hasNewMusic } from "~/domain/submission/music/upload-type";
import { slotOfField } from "~/domain/uploads/slots";
import { needsFile } from "~/domain/uploads/upload-state";
import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { uploads } from "../upload/uploads.client";

const noId = () => undefined;

/** The errors of refused files, by field name. */
export function refusedFiles(answers: MusicAnswers): FieldErrors {
  if (!hasNewMusic(answers)) return {};
  return Object.fromEntries(
    [...slotFields(answers)].flatMap(([slot, name]) => {
      const { phase, text } = uploads.table.stateIn(slot) ?? {};
      return phase === "failed" && text ? [[name, invalidError(text)]] : [];
    }),
  );
}

/** Which errors a file may fix. @param hasAddedFiles whether files were put on tracks in this page. */
export function useFileChecks(hasAddedFiles: RefObject<boolean>) {
  return useMemo(
    () => ({
      isFile: (name: string) => name === FILES_FIELD || slotOfField(name, noId) !== undefined,
      isChosen: (name: string, current: object) => {
        if (name === FILES_FIELD) return hasAddedFiles.current === true;
        const { tracks } = v.parse(musicAnswersSchema, current);
        const slot = slotOfField(name, (index) => tracks[index]?.id)?.slot ?? "";
        const live = uploads.table.stateIn(slot);
        return live !== undefined && live.phase !== "failed" && !needsFile(live);
      },
      subscribe: (listen: () => void) => uploads.table.subscribe(listen),
    }),
    [hasAddedFiles],
  );
}
