import type { ReactNode } from "react";
import notice from "~/ui/notice-page.module.css";

/** Facts by their names; those that are not there are left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={notice.facts}>
      {Object.entries(facts).flatMap(([name, fact]) =>
        fact ? [<dt key={name}>{name}</dt>, <dd key={`${name} is`}>{fact}</dd>] : [],
      )}
    </dl>
  );
}
