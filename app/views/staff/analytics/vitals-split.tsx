import type { Hours } from "~/monitoring/analytics/dashboard";
import styles from "./analytics.module.css";
import { formatCount } from "./format-count";
import own from "./vitals.module.css";

/** The display data of web vitals, split. */
export interface ShownSplit {
  /** "devices", "pages", or the path of one page. */
  by: string;
  /** The start of the period, formatted. */
  since: string;
  metrics: readonly string[];
  rows: readonly { of: string; views: number; cells: readonly string[] }[];
}

const linkTo = (hours: Hours, by?: string) =>
  `/analytics?${new URLSearchParams({ hours: String(hours), ...(by && { vitals: by }) })}#apart`;

/** Formats "phone 4g" for the table. */
function lineWords(of: string): string {
  const [device = "", connection = ""] = of.split(" ");
  return `${device.charAt(0).toUpperCase()}${device.slice(1)}, ${
    connection === "unknown" ? "line not told" : connection
  }`;
}

function Table({ split, hours }: { split: ShownSplit; hours: Hours }) {
  const { by, rows, since, metrics } = split;
  const first = by === "pages" ? "Page" : "Device and line";
  const columns = ["Views", ...metrics];
  return (
    <>
      <table className={own.apart}>
        <caption>
          {by === "pages" || by === "devices" ? "All that was measured" : `Measured on ${by}`} since{" "}
          {since}; three of four views were as good or better.
        </caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ of, views, cells }) => (
            <tr key={of}>
              <th scope="row">
                {by === "pages" ? <a href={linkTo(hours, of)}>{of}</a> : lineWords(of)}
              </th>
              {[formatCount(views), ...cells].map((cell, at) => (
                <td key={columns[at]} data-label={columns[at]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p>Nothing was measured in this time.</p>}
    </>
  );
}

/** Web vitals by page, device and connection: links, one of which shows a table. */
export function VitalsSplitTable({
  split,
  hours,
}: {
  split: ShownSplit | undefined;
  hours: Hours;
}) {
  const ways = [
    { by: undefined, name: "All together" },
    { by: "devices", name: "By device and line" },
    { by: "pages", name: "By page" },
  ] as const;
  return (
    <section className={styles.part} aria-labelledby="apart">
      <h3 id="apart">By page, device and line</h3>
      <nav aria-label="Web vitals told apart">
        <ul className={own.ways}>
          {ways.map(({ by, name }) => (
            <li key={name}>
              <a href={linkTo(hours, by)} aria-current={split?.by === by ? "true" : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {split && <Table split={split} hours={hours} />}
    </section>
  );
}
