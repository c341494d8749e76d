import { Table } from "@mantine/core";
import type { StatusTone } from "~/reference/statuses";
import { LocalTime } from "~/ui/local-time";
import { StatusMark } from "~/ui/status-mark";
import { ResponsiveTable } from "../responsive-table";
import { TableHead } from "../table-head";
import type { AnalyticsPage } from "./analytics-page.server";

const tones: Record<string, StatusTone> = { CRITICAL: "bad", HIGH: "bad", MEDIUM: "waiting" };

/** The severity of an error in word, colour and shape. */
export function SeverityMark({ severity }: { severity: string }) {
  return <StatusMark tone={tones[severity] ?? "neutral"}>{severity}</StatusMark>;
}

/** An address that breaks before its path if needed. */
function Address({ url }: { url: string }) {
  const [, site = "", path = url] = /^(https?:\/\/[^/]+)(\/.*)$/.exec(url) ?? [];
  return (
    <>
      {site}
      {site && <wbr />}
      {path}
    </>
  );
}

/** The latest errors, each with a link to what was affected. */
export function ErrorsTable({ errors }: { errors: AnalyticsPage["errors"]["recent"] }) {
  if (errors.length === 0) return <p>No recent errors</p>;
  return (
    <ResponsiveTable>
      <TableHead columns={["Time", "Severity", "Category", "Message", "URL", "Affected"]} />
      <Table.Tbody>
        {errors.map(({ id, at, severity, category, message, url, named, hit }) => (
          <Table.Tr key={id}>
            <Table.Td c="dimmed" data-figure>
              <LocalTime at={at} />
            </Table.Td>
            <Table.Td>
              <SeverityMark severity={severity} />
            </Table.Td>
            <Table.Td data-label="Category:" data-figure>
              {category}
            </Table.Td>
            <Table.Td miw="18ch" data-line>
              <a href={`/staff/errors/${id}`}>{message}</a>
            </Table.Td>
            <Table.Td data-label="URL:" data-line c="dimmed">
              {url === null ? "N/A" : <Address url={url} />}
            </Table.Td>
            <Table.Td data-label="Affected:" data-figure>
              {hit && <a href={`/staff/submissions/${hit}`}>Submission</a>}
              {!hit && named && <a href={`/staff/errors/${id}#hit`}>Draft</a>}
              {!hit && !named && "N/A"}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ResponsiveTable>
  );
}
