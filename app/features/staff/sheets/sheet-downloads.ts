export interface OfferedSheet {
  id: string;
  name: string;
  /** The names of its sheets. */
  sheets: readonly string[];
}

/** The downloads of a template: one XLSX, and each of its sheets as CSV. */
export function downloadsOf({ id, sheets }: OfferedSheet) {
  const csvs = sheets.map((name, index) => {
    const label = sheets.length > 1 ? `CSV: ${name}` : "CSV";
    return { label, query: `template=${id}&as=csv&sheet=${index}` };
  });
  return [{ label: "XLSX", query: `template=${id}&as=xlsx` }, ...csvs];
}
