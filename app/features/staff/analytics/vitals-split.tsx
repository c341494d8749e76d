import { Stack, Table } from "@mantine/core";
import type { Hours } from "~/observability/analytics/dashboard";
import { formatCount } from "../format-count";
import { LinkTabs } from "../link-tabs";
import { ResponsiveTable } from "../responsive-table";
import { TableHead } from "../table-head";
import type { AnalyticsPage } from "./analytics-page.server";

type SplitView = NonNullable<AnalyticsPage["split"]>;

const splitUrl = (hours: Hours, split?: string) =>
  `/analytics?${new URLSearchParams({ hours: String(hours), ...(split && { vitals: split }) })}#apart`;

/** Formats "phone 4g" for the table. */
function deviceLabel(name: string): string {
  const [device = "", connection = ""] = name.split(" ");
  return `${device.charAt(0).toUpperCase()}${device.slice(1)}, ${
    connection === "unknown" ? "unknown connection" : connection
  }`;
}

function SplitTable({ split, hours }: { split: SplitView; hours: Hours }) {
  const { by, rows, since, metrics } = split;
  const first = by === "pages" ? "Page" : "Device and connection";
  const columns = ["Views", ...metrics];
  return (
    <>
      <ResponsiveTable captionSide="top">
        <Table.Caption ta="left">
          {by === "pages" || by === "devices" ? "All page views" : `Measured on ${by}`} since{" "}
          {since}; three of four views were this good or better.
        </Table.Caption>
        <TableHead columns={[first, ...columns]} hasFigures />
        <Table.Tbody>
          {rows.map(({ of: name, views, cells }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} data-line>
                {by === "pages" ? <a href={splitUrl(hours, name)}>{name}</a> : deviceLabel(name)}
              </Table.Th>
              {[formatCount(views), ...cells].map((cell, index) => (
                <Table.Td key={columns[index]} data-label={columns[index]} ta="right" data-figure>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ResponsiveTable>
      {rows.length === 0 && <p>Nothing was measured in this period.</p>}
    </>
  );
}

/** Web vitals by page, device and connection: links, one of which shows a table. */
export function VitalsSplitTable({ split, hours }: { split: SplitView | undefined; hours: Hours }) {
  const links = [
    { by: undefined, text: "All" },
    { by: "devices", text: "By device and connection" },
    { by: "pages", text: "By page" },
  ] as const;
  return (
    <Stack component="section" aria-labelledby="apart">
      <h3 id="apart">By page, device and connection</h3>
      <LinkTabs
        label="Web vitals by page or device"
        current="true"
        links={links.map(({ by, text }) => ({
          href: splitUrl(hours, by),
          text,
          isCurrent: split?.by === by,
        }))}
      />
      {split && <SplitTable split={split} hours={hours} />}
    </Stack>
  );
}
