import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { longDate } from "~/platform/formats/dates";
import styles from "./release.module.css";

/** What its pages call themselves where they speak of saving. */
export const OF_RELEASE = { page: "page", whole: "release" };

/** A release in a few words. */
export interface Head {
  /** As its pages are addressed. */
  id: string;
  title: string;
  artistName: string;
  /** YYYY-MM-DD, or empty. */
  date: string;
}

/** The top of a page about a release: where it belongs, what it is, and what it is for. */
export function ReleaseHead(props: { title: string; head: Head; children: ReactNode }) {
  const { title, head, children } = props;
  return (
    <header className={styles.head}>
      <p>
        <Link to="/dashboard">Back to the dashboard</Link>
      </p>
      <p className="eyebrow">{title}</p>
      <h1>{head.title}</h1>
      <p className={styles.small}>
        {head.artistName}
        {head.date && `, out on ${longDate(head.date)}`}
      </p>
      <p className={styles.lead}>{children}</p>
    </header>
  );
}
