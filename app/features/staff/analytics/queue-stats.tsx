import { Group, Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { capitalize } from "~/platform/formats/capitalize";
import { BarList } from "../chart";
import { Dimmed } from "../dimmed";
import { formatCount } from "../format-count";
import layout from "../staff-layout.module.css";
import type { AnalyticsPage } from "./analytics-page.server";

interface PanelProps {
  title: string;
  rows: readonly (readonly [name: string, figure: string])[];
  children?: ReactNode;
}

/** Names, each with its figure. */
function Panel({ title, rows, children }: PanelProps) {
  return (
    <Paper p="sm">
      <Stack gap="xs">
        <h3>{title}</h3>
        <dl>
          {rows.map(([name, figure]) => (
            <Group key={name} justify="space-between" py={4}>
              <Text component="dt" c="dimmed">
                {name}
              </Text>
              <dd data-figure>{figure}</dd>
            </Group>
          ))}
        </dl>
        {children}
      </Stack>
    </Paper>
  );
}

/** The queue, and the states of jobs and mails. */
export function QueueStats({ work }: Pick<AnalyticsPage, "work">) {
  const lists = [
    { title: "Jobs", states: work.jobs, path: "/staff/activity/jobs" },
    { title: "Mails", states: work.mails, path: "/staff/activity/mails" },
  ];
  return (
    <Stack component="section" aria-labelledby="work">
      <h2 id="work">Background work</h2>
      <div className={layout.cards}>
        <Panel
          title="Queue"
          rows={[
            ["Jobs waiting", formatCount(work.depth)],
            ["Longest wait", work.oldest ?? "N/A"],
          ]}
        />
        {lists.map(({ title, states, path }) => (
          <Panel
            key={title}
            title={title}
            rows={states.map(({ name, count }) => [capitalize(name), formatCount(count)])}
          >
            <p>
              <a href={path}>Open the list</a>
            </p>
          </Panel>
        ))}
      </div>
      <Dimmed>
        Done, sent, stopped and dropped ones count within the time window, all others whatever their
        age.
      </Dimmed>
    </Stack>
  );
}

/** How many drafts reached each step. */
export function Funnel({ funnel: { rows, abandoned } }: Pick<AnalyticsPage, "funnel">) {
  return (
    <Stack component="section" aria-labelledby="funnel">
      <h2 id="funnel">From opening to submitting</h2>
      <BarList
        caption="Drafts by how far they came"
        columns={["Step", "Drafts", "Of those opened"]}
        rows={rows}
      />
      <Dimmed>
        A step counts when a draft passes it, even if the draft was opened earlier. If there are
        more of those than opened drafts, we show no share.
      </Dimmed>
      {abandoned.length > 0 && (
        <p>
          Abandoned at:{" "}
          {abandoned.map(({ step, count }) => `${step} (${formatCount(count)})`).join(", ")}.
        </p>
      )}
    </Stack>
  );
}

/** Upload statistics by browser. */
export function UploadStats({ uploads }: Pick<AnalyticsPage, "uploads">) {
  return (
    <Stack component="section" aria-labelledby="uploads">
      <h2 id="uploads">Upload health</h2>
      {uploads.length === 0 ? (
        <p>No uploads in this period.</p>
      ) : (
        <div className={layout.cards}>
          {uploads.map(({ browser, stored, speed, wait, stalls, resumes, failed }) => (
            <Panel
              key={browser}
              title={capitalize(browser)}
              rows={[
                ["Stored", formatCount(stored)],
                ["Speed", speed],
                ["From choice to stored", wait],
                ["Stalls per file", stalls],
                ["Resumes per file", resumes],
                ["Failed at the start", formatCount(failed[0] ?? 0)],
                ["Failed on the way", formatCount(failed[1] ?? 0)],
                ["Failed at the end", formatCount(failed[2] ?? 0)],
              ]}
            />
          ))}
        </div>
      )}
      <Dimmed>
        The speed is the median. Three of four files were stored within the time shown.
      </Dimmed>
    </Stack>
  );
}
