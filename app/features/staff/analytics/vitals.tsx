import { Stack } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { capitalize } from "~/platform/formats/capitalize";
import { Chart } from "../chart";
import { DataTable } from "../data-table";
import { Dimmed } from "../dimmed";
import { FigureCard } from "../figure";
import { formatCount } from "../format-count";
import { LinkTabs } from "../link-tabs";
import layout from "../staff-layout.module.css";
import type { AnalyticsPage } from "./analytics-page.server";

/** How fast pages are for visitors, over time and split. */
export function Vitals({ performance, split, axis }: AnalyticsPage) {
  const { vitals, line, rows, views } = performance;
  return (
    <Stack component="section" aria-labelledby="vitals">
      <h2 id="vitals">Core web vitals</h2>
      <div className={layout.cards}>
        {vitals.map(({ label, words, text, tone, good }) => (
          <FigureCard
            key={label}
            component="h3"
            title={<abbr title={words}>{label}</abbr>}
            figure={text}
            tone={tone}
          >
            {words}, good up to {good.replace(" ", "\u00a0")}
          </FigureCard>
        ))}
      </div>
      <Dimmed>
        Measured on {formatCount(views)} page views. Three of four were this good or better.
      </Dimmed>
      {line.points.length > 0 && (
        <Chart
          title="Performance score"
          summary={`The score over time, from 0 to 100. It stands at ${performance.current}, on average at ${performance.average}.`}
          ticks={line.ticks}
          axis={axis}
          table={{ columns: ["Score", ...vitals.map(({ label }) => label)], rows }}
        >
          <g fill="none" stroke="var(--accent)" strokeLinejoin="round" strokeLinecap="round">
            <path strokeWidth={2} d={line.path} />
            {line.points.map(({ x, y }) => (
              <path key={x} strokeWidth={7} d={`M${x},${y}h0`} />
            ))}
          </g>
        </Chart>
      )}
      <VitalsSplitTable split={split} />
    </Stack>
  );
}

/** Formats "phone 4g" for the table. */
function deviceLabel(name: string): string {
  const [device = "", connection = ""] = name.split(" ");
  return `${capitalize(device)}, ${connection === "unknown" ? "unknown connection" : connection}`;
}

const SPLITS = [
  { by: undefined, text: "All" },
  { by: "devices", text: "By device and connection" },
  { by: "pages", text: "By page" },
];

/** Web vitals by page, device and connection: links, one of which shows a table. */
function VitalsSplitTable({ split }: Pick<AnalyticsPage, "split">) {
  const [params] = useSearchParams();
  const splitUrl = (by?: string) => {
    const hours = params.get("hours");
    const query = new URLSearchParams({ ...(hours && { hours }), ...(by && { vitals: by }) });
    return `/analytics?${query}#apart`;
  };
  const { by, rows = [], since, metrics = [] } = split ?? {};
  return (
    <Stack component="section" aria-labelledby="apart">
      <h3 id="apart">By page, device and connection</h3>
      <LinkTabs
        label="Web vitals by page or device"
        current="true"
        links={SPLITS.map(({ by: other, text }) => ({
          ...{ text, href: splitUrl(other), isCurrent: by === other },
        }))}
      />
      {split && (
        <>
          <Dimmed>
            {by === "pages" || by === "devices" ? "All page views" : `Measured on ${by}`} since{" "}
            {since}; three of four views were this good or better.
          </Dimmed>
          <DataTable
            label="Web vitals by page or device"
            rows={rows}
            empty="Nothing was measured in this period."
            figures={["Views", ...metrics]}
            columns={[
              [
                by === "pages" ? "Page" : "Device and connection",
                ({ id }) => (by === "pages" ? <a href={splitUrl(id)}>{id}</a> : deviceLabel(id)),
              ],
              ["Views", ({ views }) => formatCount(views)],
              ...metrics.map(
                (name, at) => [name, (row: { cells: string[] }) => row.cells[at]] as const,
              ),
            ]}
          />
        </>
      )}
    </Stack>
  );
}
