import { Stack } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import desk from "../desk/desk.module.css";
import { foldersOf } from "../folder/folders-of";
import { ArtistBackgroundPanel } from "./artist-background";
import { ArtistVisiblePanel } from "./artist-visible-panel";
import styles from "./entry.module.css";
import type { EntryProps } from "./entry-data";
import { type EntryTab, entryTabs, readTab } from "./entry-tab";
import { Files, Jobs, Mails, StatusHistory } from "./files-and-work";
import type { ReviewSubmission } from "./review-page.server";
import { countDetails, Details } from "./submitted-release";

interface TabContent {
  label: string;
  /** How much is in it. */
  count: number;
  content: ReactNode;
}

function contentOf(props: EntryProps): Partial<Record<EntryTab, TabContent>> {
  const { item, submission, entry, history, jobs, mails, reply, currentPath } = props;
  const background = submission?.background ?? entry?.background;
  const folders = submission ? foldersOf(submission.form, submission.files, submission.clips) : [];
  return {
    details: submission && {
      label: "Details",
      count: countDetails(submission),
      content: <Details submission={submission} />,
    },
    files: submission && {
      label: "Files",
      count: folders.reduce((sum, { files }) => sum + files.length, 0),
      content: <Files {...{ folders, currentPath }} id={item.id} sheets={submission.sheets} />,
    },
    history: {
      label: "History",
      count: history.length,
      content: (
        <>
          <StatusHistory history={history} />
          {background && (
            <ArtistBackgroundPanel
              entry={submission?.cameBy}
              background={background}
              tracks={submission?.form.tracks ?? []}
            />
          )}
        </>
      ),
    },
    mails: {
      label: "Mails and jobs",
      count: jobs.length + mails.length,
      content: (
        <>
          <Jobs jobs={jobs} mails={mails} reply={reply} />
          <Mails mails={mails} />
        </>
      ),
    },
    artist: submission && {
      label: "For the artist",
      count: countShown(submission.forArtist),
      content: (
        <ArtistVisiblePanel
          details={submission.forArtist}
          reply={reply}
          currentPath={currentPath}
        />
      ),
    },
  };
}

/** The note, the links and the page that the artist has by now. */
const countShown = ({ note, storeLinks, published }: ReviewSubmission["forArtist"]) =>
  [note, ...storeLinks, published].filter(Boolean).length;

/** What is read on demand. Without script a tab is a link; with it, the one that was open last opens again. */
export function EntryTabs(props: EntryProps) {
  const [params] = useSearchParams();
  const [last, setLast] = useLocalStorage<EntryTab>({
    key: "desk-tab",
    defaultValue: entryTabs[0],
  });
  const contents = contentOf(props);
  const wanted = params.has("tab") ? readTab(params.get("tab")) : last;
  const open = contents[wanted] ? wanted : entryTabs.find((tab) => contents[tab]);
  return (
    <section id="tabs">
      <h2 className="unseen">More about it</h2>
      <nav aria-label="Parts of the entry" className={desk.tabs}>
        {entryTabs.map((tab) => {
          const { label, count } = contents[tab] ?? {};
          if (!label) return null;
          return (
            <Link
              key={tab}
              to={`${props.currentPath.replace(/&tab=\w+/, "")}&tab=${tab}#tabs`}
              preventScrollReset
              replace
              aria-current={tab === open ? "true" : undefined}
              onClick={() => setLast(tab)}
            >
              {label} <span>{count}</span>
            </Link>
          );
        })}
      </nav>
      <Stack gap={24} py="md" className={styles.tab}>
        {open && contents[open]?.content}
      </Stack>
    </section>
  );
}
