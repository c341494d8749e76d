import { VisuallyHidden } from "@mantine/core";
import { type ComponentProps, type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import * as v from "valibot";
import type { FoundReleases } from "~/domain/catalogue/catalogue-search";
import { PUT_FILES } from "~/domain/submission/music/add-files";
import { checkMusicStep } from "~/domain/submission/music/check-music";
import { editMusic } from "~/domain/submission/music/edit-music";
import type { KnownPerson } from "~/domain/submission/music/known-people";
import type { ArtistNames } from "~/domain/submission/music/music-edit";
import {
  fillSingleTitle,
  type MusicAnswers,
  musicAnswersSchema,
  normalizeMusic,
} from "~/domain/submission/music/music-step";
import {
  type MusicView,
  nextMusicView,
  panelsWithErrors,
  trackWithErrors,
} from "~/domain/submission/music/music-view";
import { readMusic } from "~/domain/submission/music/read-music";
import { slotsInUse } from "~/domain/submission/music/slot-fields";
import { readSlotIntent } from "~/domain/uploads/slots";
import type { FileView, SlotVersions } from "~/domain/uploads/upload";
import { type FieldErrors, hasNoErrors, mergeFileErrors } from "~/forms/form-reply";
import type { FormValues } from "~/forms/read-form";
import { useFormReply } from "~/ui/form-reply-context";
import { useOnMountAndChange } from "~/ui/use-on-change";
import { useRevealField } from "~/ui/use-reveal-field";
import type { StepErrors } from "~/ui/use-step-errors";
import { BulkProvider } from "../bulk-context";
import { StepForm, type StepReply } from "../frame/step-form";
import { type MusicPage, MusicPageContext, newTrackId } from "../music-page-context";
import { ShownVersions } from "../upload/shown-versions-field";
import { uploads } from "../upload/uploads.client";
import { useToday } from "../use-today";
import { refusedFiles, useFileChecks } from "./music-file-checks";
import { useMusicFiles } from "./use-music-files";
import { useMusicView } from "./use-music-view";
import { useReleaseRemovedFiles } from "./use-release-removed-files";

export type MusicReply = StepReply & {
  view?: MusicView;
  found?: FoundReleases;
  /** The slots whose fields the posted page had shown. */
  shownFields?: readonly string[];
};

interface MusicFormProps {
  page: ComponentProps<typeof StepForm>["page"];
  saved: MusicAnswers;
  reply: MusicReply | undefined;
  files: FileView[];
  slotVersions: SlotVersions;
  /** Names this page for files that its form posts twice. */
  formId: string | undefined;
  /** The server's time, in ISO format. */
  today: string;
  artist: ArtistNames;
  usual?: readonly KnownPerson[];
  /** Of the saved answers; undefined without a connection. */
  advice: MusicPage["advice"] | undefined;
  near: MusicPage["near"];
  children: ReactNode;
}

const NO_ADVICE: MusicPage["advice"] = [];
const NO_USUAL: readonly KnownPerson[] = [];
const NEW_DAY = "new-day";
const allAnnounced = () => uploads.allAnnounced();

/** The slots whose fields this page has shown: files of those that it removes go with the next step. */
function useShownFields(saved: MusicAnswers, reply: MusicReply | undefined): readonly string[] {
  const current = [...slotsInUse(saved), ...(reply?.shownFields ?? [])];
  const [fields, setFields] = useState<readonly string[]>(() => [...new Set(current)]);
  const added = current.filter((slot) => !fields.includes(slot));
  if (added.length > 0) setFields([...new Set([...fields, ...added])]);
  return fields;
}

/** Opens the panels of fields with errors. @returns what takes the errors of a refused Next. */
function useErrorPanels(saved: MusicAnswers, setView: ReturnType<typeof useMusicView>["setView"]) {
  // The answers of the last refusal, to find the panel of a field with an error.
  const refusedAnswers = useRef(saved);
  useRevealField((name) => {
    const keys = panelsWithErrors({ [name]: "" }, refusedAnswers.current);
    if (keys.length > 0)
      setView((now) => ({ ...now, opened: [...new Set([...now.opened, ...keys])] }));
    return keys.length > 0;
  });

  return ({ errors, values }: StepErrors) => {
    const answers = v.parse(musicAnswersSchema, values);
    refusedAnswers.current = answers;
    const panelKeys = panelsWithErrors(errors, answers);
    setView((now) => ({
      opened: [...new Set([...now.opened, ...panelKeys])],
      track: trackWithErrors(errors, answers) ?? now.track,
    }));
  };
}

/** The form of the music step. Edits run in the page, and on the server without script. */
export function MusicForm(props: MusicFormProps) {
  const { page, saved, reply, artist, usual = NO_USUAL, near, children } = props;
  const { advice = NO_ADVICE } = props;
  const { files, slots } = useMusicFiles(props.files);
  const fields = useShownFields(saved, reply);
  const day = useToday(props.today);
  const today = useMemo(() => new Date(day), [day]);
  const { view, setView, showTrack } = useMusicView(saved, files, reply?.view);

  const removedFiles = useReleaseRemovedFiles();

  const edit = useCallback(
    (intent: string, formValues: FormValues, current: object) => {
      const before = v.parse(musicAnswersSchema, current);
      const answers = readMusic(formValues, before, today);
      // The button itself changes the slot.
      if (readSlotIntent(intent)) return answers;
      const context = {
        today,
        slots: slots(before),
        displayedType: before.releaseType,
        newId: newTrackId,
        artist,
      };
      const start = answers.defaultReleaseDate;
      if (intent === NEW_DAY && start === before.defaultReleaseDate) return undefined;
      const musicEdit = editMusic(intent, answers, context);
      if (!musicEdit) return undefined;
      const usedSlots = slotsInUse(musicEdit.answers);
      removedFiles.recordEdit(slotsInUse(before), usedSlots);
      setView((now) => nextMusicView(now, musicEdit));
      hasAddedFiles.current ||= intent.startsWith(PUT_FILES);
      return musicEdit.answers;
    },
    [slots, removedFiles, today, artist, setView],
  );

  const hasAddedFiles = useRef(false);
  const fileChecks = useFileChecks(hasAddedFiles);
  const onRefused = useErrorPanels(saved, setView);

  function validate(
    formValues: FormValues | undefined,
    current: object,
    rules: (values: MusicAnswers) => FieldErrors = () => ({}),
  ) {
    const before = v.parse(musicAnswersSchema, current);
    const values = fillSingleTitle(
      normalizeMusic(formValues ? readMusic(formValues, before, today) : before),
    );
    const errors = mergeFileErrors(rules(values), refusedFiles(values));
    return hasNoErrors(errors) ? undefined : { errors, summary: [], values };
  }

  return (
    <StepForm
      page={page}
      saved={saved}
      reply={reply}
      files
      beforeSubmit={allAnnounced}
      check={(formValues, current) =>
        validate(formValues, current, (values) =>
          checkMusicStep(values, { today, slots: slots(values) }),
        )
      }
      checkLocally={(formValues, current) => validate(formValues, current)}
      onRefused={onRefused}
      fileChecks={fileChecks}
      edit={edit}
      restore={(formValues, current) =>
        readMusic(formValues, v.parse(musicAnswersSchema, current), today)
      }
    >
      <Page
        view={view}
        found={reply?.found}
        files={files}
        today={day}
        artist={artist}
        usual={usual}
        advice={advice}
        near={near}
        slots={slots}
        showTrack={showTrack}
      >
        <ShownVersions page={props.formId} fields={fields} steps={{}} slots={props.slotVersions} />
        <BulkProvider served={reply?.view?.bulk}>{children}</BulkProvider>
      </Page>
    </StepForm>
  );
}

function Page(props: {
  view: MusicView;
  found: FoundReleases | undefined;
  files: readonly FileView[];
  today: string;
  artist: ArtistNames;
  usual: readonly KnownPerson[];
  advice: MusicPage["advice"];
  near: MusicPage["near"];
  slots: (answers: MusicAnswers) => ReadonlySet<string>;
  showTrack: MusicPage["showTrack"];
  children: ReactNode;
}) {
  const { view, found, files, today, artist, usual, advice, near, slots, showTrack, children } =
    props;
  const { values, press } = useFormReply();
  // A default date moves with the day, also on a page that is open over midnight.
  useOnMountAndChange(today, () => queueMicrotask(() => press(NEW_DAY)));
  const page = useMemo(() => {
    const answers = v.parse(musicAnswersSchema, values);
    const { opened, track, announcement, isShown, question } = view;
    const notice = isShown ? announcement : undefined;
    const openState = { opened: new Set(opened), openTrack: track, showTrack, notice, question };
    const filledSlots = () => slots(answers);
    return { answers, files, artist, usual, advice, near, today, found, filledSlots, ...openState };
  }, [values, view, files, today, artist, usual, advice, near, found, slots, showTrack]);
  return (
    <MusicPageContext.Provider value={page}>
      {children}
      <VisuallyHidden component="p" role="status">
        {view.isShown ? undefined : view.announcement}
      </VisuallyHidden>
    </MusicPageContext.Provider>
  );
}
