import { Alert, Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import type { FoundReleases } from "~/domain/catalogue/catalogue-search";
import { checkReleaseLink, releaseLink, shortLinkHint } from "~/domain/catalogue/check-link";
import { fieldId } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { SecondaryButton } from "~/ui/intent-button";
import { useHydrated } from "~/ui/use-hydrated";
import { useRevealField } from "~/ui/use-reveal-field";
import { useMusicPage } from "../music-page-context";
import styles from "./adder.module.css";
import { SearchPanel } from "./search-panel";
import {
  type CatalogueAdditions,
  type Notice,
  useCatalogueAdditions,
} from "./use-catalogue-additions";

const NAME = "catalogueUrl";

function UrlPanel(props: { found: FoundReleases | undefined; additions: CatalogueAdditions }) {
  const { found, additions } = props;
  const { errors } = useFormReply();
  // Feedback on the current input is newer than the form's error.
  const [feedback, setFeedback] = useState<{ error?: string; hint?: string }>();
  const input = useRef<HTMLInputElement>(null);

  async function add(event: MouseEvent | KeyboardEvent): Promise<void> {
    event.preventDefault();
    const link = input.current?.value ?? "";
    const release = releaseLink(link);
    setFeedback({ error: checkReleaseLink(link), hint: shortLinkHint(link) });
    if (!release) return input.current?.focus();
    const isAdded = await additions.addLink(release);
    if (isAdded && input.current?.value === link) input.current.value = "";
  }

  return (
    <>
      <Group align="flex-end">
        <TextInput
          ref={input}
          id={fieldId(NAME)}
          name={NAME}
          flex="1 1 240px"
          label="Spotify URL of a track or album"
          description="Such as open.spotify.com/album/..."
          error={feedback ? feedback.error : errors[NAME]?.text}
          defaultValue={found?.url}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onInput={() => setFeedback({})}
          onKeyDown={(event) => event.key === "Enter" && void add(event)}
        />
        <SecondaryButton
          intent="add-url"
          formAction="#catalogue"
          onClick={(event) => void add(event)}
        >
          Add
        </SecondaryButton>
      </Group>
      {feedback?.hint && (
        <Text size="sm" c="dimmed">
          {feedback.hint}
        </Text>
      )}
    </>
  );
}

interface AdderTab {
  id: string;
  label: string;
  /** The name of its field. */
  field: string;
  panel: ReactNode;
}

/**
 * Tabs with one panel visible; without script all panels are, one after the other.
 * @param first the index of the initial tab.
 */
function AdderTabs(props: { label: string; tabs: readonly AdderTab[]; first: number }) {
  const { label, tabs, first } = props;
  const scripted = useHydrated();
  const [selectedIndex, setSelectedIndex] = useState(first);
  const list = useRef<HTMLDivElement>(null);
  useRevealField((name) => {
    const index = tabs.findIndex(({ field }) => field === name);
    if (index >= 0) setSelectedIndex(index);
    return index >= 0;
  });

  function onKeyDown(event: KeyboardEvent): void {
    const next = nextTabIndex(event.key, selectedIndex, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    setSelectedIndex(next);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }

  return (
    <>
      {scripted && (
        <Group ref={list} role="tablist" aria-label={label} gap="xs">
          {tabs.map(({ id, label: name }, index) => (
            <Button
              key={id}
              variant={index === selectedIndex ? "light" : "subtle"}
              role="tab"
              id={`tab-${id}`}
              aria-selected={index === selectedIndex}
              aria-controls={`panel-${id}`}
              tabIndex={index === selectedIndex ? 0 : -1}
              className={styles.tab}
              onClick={() => setSelectedIndex(index)}
              onKeyDown={onKeyDown}
            >
              {name}
            </Button>
          ))}
        </Group>
      )}
      {tabs.map(({ id, label: name, panel }, index) => (
        <Stack
          component="section"
          key={id}
          id={`panel-${id}`}
          role={scripted ? "tabpanel" : undefined}
          aria-labelledby={`tab-${id}`}
          hidden={scripted && index !== selectedIndex}
          display={scripted && index !== selectedIndex ? "none" : undefined}
        >
          {!scripted && (
            <Text component="h4" id={`tab-${id}`} fw={600}>
              {name}
            </Text>
          )}
          {panel}
        </Stack>
      ))}
    </>
  );
}

/**
 * The index of the tab that a key moves to, wrapping at the ends.
 * @returns undefined for other keys.
 */
export function nextTabIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count;
    case "ArrowLeft":
      return (index + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

/** Adds releases to the list, by search or by link. */
export function CatalogueAdder() {
  const foundReleases: FoundReleases | undefined = useMusicPage().found;
  const { errors } = useFormReply();
  const additions = useCatalogueAdditions(
    foundReleases?.added ? { state: "good", text: foundReleases.added } : undefined,
  );
  return (
    <Paper p="sm" bg="var(--surface)">
      <Stack>
        <AdderTabs
          label="Ways to add a release"
          first={errors.catalogueUrl ? 1 : 0}
          tabs={[
            {
              id: "search-music",
              label: "Search Music",
              field: "catalogueQuery",
              panel: <SearchPanel found={foundReleases} additions={additions} />,
            },
            {
              id: "enter-url",
              label: "Enter URL",
              field: "catalogueUrl",
              panel: <UrlPanel found={foundReleases} additions={additions} />,
            },
          ]}
        />
        <AdditionNotice notice={additions.notice} />
      </Stack>
    </Paper>
  );
}

const colors = { good: "good", busy: "gray", bad: "bad" };

/** The result of the last addition. Always in the page, so that screen readers announce it. */
function AdditionNotice({ notice }: { notice: Notice | undefined }) {
  const scripted = useHydrated();
  return (
    <div
      role="status"
      className={styles.notice}
      data-passing={(scripted && notice?.state === "good") || undefined}
    >
      {notice && (
        <Alert role="note" color={colors[notice.state]}>
          <strong>{notice.text}</strong> {notice.hint}
        </Alert>
      )}
    </div>
  );
}
