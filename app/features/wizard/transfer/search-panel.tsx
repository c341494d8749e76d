import { Group, Stack, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import {
  type FoundReleases,
  type MusicSearch,
  musicSearchText,
  NOTHING_SEARCHED,
} from "~/domain/catalogue/catalogue-search";
import { liveMusicSearch } from "~/domain/catalogue/catalogue-search.client";
import type { FoundRelease } from "~/domain/catalogue/found-release";
import type { LiveSearch } from "~/domain/catalogue/lookup-call.client";
import { fieldId } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { SecondaryButton } from "~/ui/intent-button";
import lists from "~/ui/lists.module.css";
import { useHydrated } from "~/ui/use-hydrated";
import { Cover } from "./cover";
import type { CatalogueAdditions } from "./use-catalogue-additions";

const groups = [
  { type: "album", title: "Albums" },
  { type: "track", title: "Tracks" },
] as const;

interface ResultListProps {
  items: readonly FoundRelease[];
  busy: boolean;
  additions: CatalogueAdditions;
}

/** Search results as buttons: albums, then tracks. */
function ResultList({ items, busy, additions }: ResultListProps) {
  return groups.map(({ type, title }) => {
    const releases = items.filter((release) => release.type === type);
    if (releases.length === 0) return null;
    return (
      <div key={type}>
        <Text component="h4" id={`found-${type}`} fw={600} mb="xs">
          {title}
        </Text>
        <ul className={lists.results} aria-labelledby={`found-${type}`} aria-busy={busy}>
          {releases.map((release) => (
            <li key={release.id}>
              <Result found={release} additions={additions} />
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function Result({ found, additions }: { found: FoundRelease; additions: CatalogueAdditions }) {
  const { type, id, title, artist, image, album, releaseDate = "" } = found;
  const details = [artist, album !== title && album, releaseDate.slice(0, 4)].filter(Boolean);
  const isAdded = additions.isAdded(found);
  return (
    <button
      type="submit"
      name="intent"
      value={`add-found:${type}:${id}`}
      formAction="#catalogue"
      className={lists.result}
      onClick={(event) => {
        event.preventDefault();
        void additions.addFound(found);
      }}
    >
      <Cover src={image} alt="" small />
      <Stack component="span" gap={0} flex={1} miw={0}>
        <Text span fw={600}>
          {title}
        </Text>{" "}
        <Text span size="sm" c="dimmed">
          {details.join(" · ")}
        </Text>
      </Stack>{" "}
      <span className={lists.verb} data-done={isAdded || undefined}>
        {isAdded ? "Added" : "Add"}
      </span>
    </button>
  );
}

const NAME = "catalogueQuery";

/** The initial search: empty, or the result of a search without script. */
function initialSearch(foundReleases: FoundReleases | undefined): MusicSearch {
  if (!foundReleases?.searched) return NOTHING_SEARCHED;
  return { state: "found", query: foundReleases.query, items: foundReleases.items };
}

interface SearchPanelProps {
  found: FoundReleases | undefined;
  additions: CatalogueAdditions;
}

/** Finds releases by name: while typing with script, by the button without. */
export function SearchPanel({ found, additions }: SearchPanelProps) {
  const { errors } = useFormReply();
  const [search, setSearch] = useState(() => initialSearch(found));
  const first = useRef(search);
  const input = useRef<HTMLInputElement>(null);
  const live = useRef<LiveSearch>();
  const isClientNavigation = useRef(useHydrated());

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once, with the initial results.
  useEffect(() => {
    live.current = liveMusicSearch(setSearch, search.items);
    // The button that opened this was focused and is gone.
    if (isClientNavigation.current && document.activeElement === document.body)
      input.current?.focus();
    return () => live.current?.stop();
  }, []);

  function searchNow(event: MouseEvent | KeyboardEvent): void {
    event.preventDefault();
    live.current?.now(input.current?.value ?? "");
  }

  return (
    <>
      <Group align="flex-end">
        <TextInput
          ref={input}
          id={fieldId(NAME)}
          name={NAME}
          flex="1 1 240px"
          label="Name of your release, or of the artist"
          description="At least 2 characters."
          error={errors[NAME]?.text}
          defaultValue={found?.query}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          onInput={(event) => live.current?.type(event.currentTarget.value)}
          // In other fields Enter means Next; here it starts the search.
          onKeyDown={(event) => event.key === "Enter" && searchNow(event)}
        />
        <SecondaryButton intent="search-catalogue" formAction="#catalogue" onClick={searchNow}>
          Search
        </SecondaryButton>
      </Group>
      <SearchStatus search={search} error={search === first.current ? found?.error : undefined} />
      <ResultList items={search.items} busy={search.state === "searching"} additions={additions} />
    </>
  );
}

function SearchStatus({ search, error }: { search: MusicSearch; error: string | undefined }) {
  const { title, hint } = error ? { title: error, hint: "" } : musicSearchText(search);
  const hasFailed = error || search.state === "failed" || search.state === "short";
  return (
    <p role="status" className={lists.news} data-bad={hasFailed ? true : undefined}>
      {title && <strong>{title}</strong>} {hint}
    </p>
  );
}
