import type { ReactNode } from "react";
import { parseUrl } from "~/platform/formats/parse-url";
import styles from "./review.module.css";

/** A term and its value; a blank one is left out. */
type Fact = readonly [term: string, value: ReactNode];

/** Terms and their values, those without a value left out. */
export function DefinitionList({ facts }: { facts: readonly Fact[] }) {
  const there = facts.filter(([, value]) => value !== "" && value !== undefined && value !== null);
  if (there.length === 0) return <p className={styles.small}>Nothing was given.</p>;
  return (
    <dl className={styles.facts}>
      {there.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An address that an artist gave: a link where it is one, else as it was typed. */
function GivenLink({ url }: { url: string }) {
  const address = /^https?:\/\//i.test(url) ? url : `https://${url}`;
  if (!/^https?:$/.test(parseUrl(address)?.protocol ?? "")) return <>{url}</>;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener nofollow">
      {url}
    </a>
  );
}

/** The same, and nothing where nothing was given. */
export const linkTo = (url: string | undefined) => (url ? <GivenLink url={url} /> : "");
