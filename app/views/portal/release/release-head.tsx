import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { longDate } from "~/platform/formats/dates";
import frame from "../autosave-form.module.css";
import styles from "../release-page.module.css";

/** What its pages call themselves where they speak of saving. */
export const RELEASE_SAVE_WORDS = { page: "page", whole: "release" };

/** A release in a few words. */
export interface ReleaseHeader {
  /** As its pages are addressed. */
  id: string;
  title: string;
  artistName: string;
  /** YYYY-MM-DD, or empty. */
  date: string;
}

interface ReleasePageProps {
  title: string;
  head: ReleaseHeader;
  /** What the page is for. */
  lead: string;
  /** Ways to other pages of the release, and what is said beside them. */
  back?: ReactNode;
  /** What was just done, in words. */
  said: string | undefined;
  children: ReactNode;
}

/** A page about a release: where it belongs, what it is, what it is for and what was just done. */
export function ReleasePage({ title, head, lead, back, said, children }: ReleasePageProps) {
  return (
    <div className={frame.page}>
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
        <p className={styles.lead}>{lead}</p>
      </header>
      {back}
      {said && (
        <p role="status" className={styles.said}>
          {said}
        </p>
      )}
      {children}
    </div>
  );
}
