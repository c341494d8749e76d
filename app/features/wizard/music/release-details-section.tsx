import { Stack, Text } from "@mantine/core";
import { type ChangeEvent, useEffect, useState } from "react";
import {
  FAR_DATE_ASKED,
  FAR_DATE_TEXT,
  firstDayHint,
  firstReleaseDay,
  replyNote,
} from "~/domain/submission/music/early-release";
import { releaseDays } from "~/domain/submission/music/release-days";
import { isWaterfall } from "~/domain/submission/music/waterfall";
import { longDate } from "~/platform/formats/dates";
import type { Genre } from "~/reference/genres";
import { primaryGenres } from "~/reference/primary-genres";
import {
  HiddenField,
  SelectField,
  TextAreaField,
  TextField,
  useField,
  useValuesReplaced,
} from "~/ui/field";
import { readControl, readOptions } from "~/ui/form-dom";
import { FieldRow, FormSection } from "~/ui/form-section";
import { IntentButton } from "~/ui/intent-button";
import { NearDateNote } from "~/ui/near-date-note";
import { groupedOptionList } from "~/ui/option-list";
import { useHydrated } from "~/ui/use-hydrated";
import { ReleaseTitleAdvice } from "../advice/title-advice";
import { useMusicPage } from "../music-page-context";
import { retryImport } from "../retry-import";
import { SwitchButton } from "../switch-button";
import { useLiveValues } from "../use-live-values";
import { useSingleTitle } from "./use-single-title";

const PROMPT = "Choose a sub-genre";
const toOption = (name: string) => ({ value: name, label: name });

/** Cached; in the browser once a page has listed or loaded it. */
let knownGenres: readonly Genre[] | undefined = import.meta.env.SSR
  ? (await import("~/reference/genres")).genres
  : undefined;

/** Reads the genres from the server-rendered select; undefined if it does not list them all. */
function genresInPage(): readonly Genre[] | undefined {
  const groups = readOptions("subGenre");
  if (groups.length < primaryGenres.length) return undefined;
  return groups.map(({ group: name, values: subGenres }) => ({ name, subGenres }));
}

/**
 * All genres: from the server-rendered page, which lists them for use without script, or loaded if the page
 * was rendered by the client.
 */
function useGenres(): readonly Genre[] {
  const [genres, setGenres] = useState(() => {
    knownGenres ??= genresInPage();
    return knownGenres;
  });
  useEffect(() => {
    if (genres) return;
    void retryImport(() => import("~/reference/genres")).then((genresModule) => {
      knownGenres = genresModule.genres;
      setGenres(knownGenres);
    });
  }, [genres]);
  return genres ?? [];
}

/** Primary genre and sub-genre. Without script all sub-genres are listed, grouped by genre. */
function GenreFields() {
  const scripted = useHydrated();
  const savedPrimary = useField({ name: "primaryGenre", label: "" }).defaultValue;
  const savedSub = useField({ name: "subGenre", label: "" }).defaultValue;
  const [primary, setPrimary] = useState(savedPrimary);
  const [sub, setSub] = useState(savedSub);
  const genres = useGenres();
  const [allSubGenres] = useState(() =>
    groupedOptionList(
      PROMPT,
      genres.map(({ name, subGenres }) => ({ name, values: subGenres })),
      { group: savedPrimary, value: savedSub },
    ),
  );
  // Keeps the chosen sub-genre while the list is loading.
  const subGenres = genres.find(({ name }) => name === primary)?.subGenres ?? (sub ? [sub] : []);
  const prompt = primary ? PROMPT : "Choose a primary genre first";

  useValuesReplaced(() => {
    setPrimary(savedPrimary);
    setSub(savedSub);
  });
  useEffect(() => {
    // Choices from before hydration are only in the DOM.
    setPrimary(readControl("primaryGenre"));
    setSub(readControl("subGenre"));
  }, []);

  function onPrimary(event: ChangeEvent<HTMLSelectElement>) {
    setPrimary(event.currentTarget.value);
    // A sub-genre belongs to its genre (specification, section 3, "Genres").
    setSub("");
  }

  return (
    <FieldRow>
      <SelectField
        name="primaryGenre"
        label="Primary genre"
        data={[{ value: "", label: "Choose a genre" }, ...primaryGenres]}
        onChange={onPrimary}
      />
      <SelectField
        name="subGenre"
        label="Sub-genre"
        {...(scripted
          ? { data: [{ value: "", label: prompt }, ...subGenres.map(toOption)] }
          : { options: allSubGenres })}
        defaultValue={undefined}
        value={sub}
        onChange={(event) => setSub(event.currentTarget.value)}
      />
    </FieldRow>
  );
}

/** Title, genres and date of the release. */
export function ReleaseDetailsSection() {
  useSingleTitle();
  return (
    <FormSection title="Release details">
      <TextField name="releaseTitle" label="Release title" autoComplete="off" />
      <ReleaseTitleAdvice />
      <GenreFields />
      <ReleaseTime />
    </FormSection>
  );
}

const START = /^(tracks\[0\]\.)?releaseDate$/;
const DAYS = /^tracks\[\d+\]\.releaseDate$/;

function WaterfallDays() {
  const { answers } = useMusicPage();
  const liveValue = useLiveValues(DAYS);
  const tracks = answers.tracks.map(({ releaseDate }, index) => ({
    releaseDate: liveValue(`tracks[${index}].releaseDate`, releaseDate),
  }));
  const { full, firstSingle = "" } = releaseDays({ ...answers, tracks });
  return (
    <div>
      <Text fw={600}>Release date</Text>
      <p>
        <strong>{longDate(full)}</strong>, with your final single. The first single comes out on{" "}
        <strong>{longDate(firstSingle)}</strong>.
      </p>
      <Text size="sm" c="dimmed">
        Your singles set this date. To change it, change the dates of your tracks.
      </Text>
    </div>
  );
}

/** Offers the first possible date while the field shows one that is too near by now. */
function NearDateOffer() {
  const { answers, near, today } = useMusicPage();
  const liveValue = useLiveValues(START);
  const isNear =
    near && near.chosen < firstReleaseDay(answers.earlyReleaseRequest, new Date(today));
  if (!isNear) return null;
  const date = isWaterfall(answers)
    ? liveValue("tracks[0].releaseDate", answers.tracks[0]?.releaseDate || near.chosen)
    : liveValue("releaseDate", answers.releaseDate);
  if (date !== near.chosen) return null;
  return (
    <div>
      <NearDateNote {...near} />
      <IntentButton intent="early-off" variant="default" mt="xs">
        Use {longDate(near.next)}
      </IntentButton>
    </div>
  );
}

function ReleaseTime() {
  const { answers, today } = useMusicPage();
  const liveValue = useLiveValues(START);
  const waterfall = isWaterfall(answers);
  // A typed date counts as chosen, even if it equals the default.
  const chosenDate = liveValue(waterfall ? "tracks[0].releaseDate" : "releaseDate", "");
  const firstDate = (waterfall ? answers.tracks[0]?.releaseDate : answers.releaseDate) ?? "";
  const early = answers.earlyReleaseRequest;
  const day = new Date(today);
  const field = useField({ name: waterfall ? "tracks[0].releaseDate" : "releaseDate", label: "" });
  const isFarQuestion = field.error === FAR_DATE_TEXT;
  const [isFarAsked, setFarAsked] = useState(answers.farDate === FAR_DATE_ASKED);
  if (isFarQuestion && !isFarAsked) setFarAsked(true);
  return (
    <>
      <Stack gap={4}>
        {waterfall ? (
          <WaterfallDays />
        ) : (
          <TextField
            name="releaseDate"
            label="Release date"
            type="date"
            min={firstReleaseDay(early, day)}
            hint={firstDayHint(early, day)}
            styles={{ wrapper: { maxWidth: 240 } }}
          />
        )}
        {/* Of a waterfall the first single has to be answered in time. */}
        <Text size="sm" c="dimmed" aria-live="polite">
          {replyNote(chosenDate || firstDate, day)}
        </Text>
      </Stack>
      <NearDateOffer />
      <input
        type="hidden"
        name="defaultReleaseDate"
        value={chosenDate ? "" : (answers.defaultReleaseDate ?? "")}
      />
      {isFarAsked && <input type="hidden" name="farDate" value={FAR_DATE_ASKED} />}
      <HiddenField name="earlyReleaseRequest" />
      <SwitchButton
        id="earlyRelease"
        on={early}
        intent="early"
        label="Ask for an early release"
        hint="Sooner than six weeks. The team decides."
      />
      {early && (
        <TextAreaField
          name="earlyReleaseReason"
          label="Reason for the early release"
          rows={3}
          hint="A tour, a film, a festival: tell us why it has to be this date."
        />
      )}
    </>
  );
}
