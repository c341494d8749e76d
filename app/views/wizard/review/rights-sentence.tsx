import type { ReactNode } from "react";
import { legalPages } from "~/reference/legal-pages";
import styles from "./submit-form.module.css";

/** What the artist confirms by submitting; it speaks of no page that is not there to be read. */
export function RightsSentence({ pages = legalPages }: { pages?: typeof legalPages }) {
  const { terms, privacy } = pages;
  const both = terms.isOpen && privacy.isOpen;
  return (
    <p className={styles.rights}>
      By pressing Submit Music you confirm that everything you send is yours, or that everyone whose
      work is in it has agreed{both ? ", and you accept our " : "."}
      {both && (
        <>
          <InNewTab to={terms.path}>terms of service</InNewTab> and{" "}
          <InNewTab to={privacy.path}>privacy policy</InNewTab>.
        </>
      )}
    </p>
  );
}

/** The release stays open behind it: files may be on their way. */
function InNewTab({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children} (opens in a new tab)
    </a>
  );
}
