import type { ReactNode } from "react";
import { parseUrl } from "~/platform/formats/parse-url";
import { Dimmed } from "../dimmed";
import styles from "./review.module.css";

/** A term and its value; a blank one is left out. */
export type Definition = readonly [term: string, value: ReactNode];

/** The rows that have a value. */
export const filledRows = (rows: readonly Definition[]) =>
  rows.filter(([, value]) => value !== "" && value !== undefined && value !== null);

/** A definition list without blank values. */
export function DefinitionList({ rows }: { rows: readonly Definition[] }) {
  const filled = filledRows(rows);
  if (filled.length === 0) return <Dimmed>Nothing was given.</Dimmed>;
  return (
    <dl className={styles.definitions}>
      {filled.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={styles.written}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The URL of an address that an artist gave; undefined if it is not a web address. */
export function webAddress(text: string): string | undefined {
  if (text === "") return undefined;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return /^https?:$/.test(parseUrl(address)?.protocol ?? "") ? address : undefined;
}

/** An address that an artist gave: a link if it is a web address, else plain text. */
function GivenLink({ url }: { url: string }) {
  const address = webAddress(url);
  if (!address) return <>{url}</>;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener nofollow">
      {url}
    </a>
  );
}

/** A link to an address that an artist gave; empty if there is none. */
export const linkTo = (url: string | undefined) => (url ? <GivenLink url={url} /> : "");
