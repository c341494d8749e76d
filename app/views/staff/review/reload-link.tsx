/** Leads to the page as it stands now, beside this one: what was typed here is nowhere else. */
export function ReloadLink({ here }: { here: string }) {
  return (
    <a href={here} target="_blank" rel="noreferrer">
      See how it stands now, in a new tab
    </a>
  );
}
