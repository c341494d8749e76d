import "@mantine/core/styles/Table.css";
import { Table, Text, VisuallyHidden } from "@mantine/core";
import { trackIdAt } from "~/domain/artists/release-tracks";
import type { SplitShare } from "~/domain/artists/splits/split-people";
import { type Splits, shortNames, type TrackKind } from "~/domain/artists/splits/splits";
import { HiddenField } from "~/ui/field";
import { IntentButton } from "~/ui/intent-button";
import { InputRow, type ShareColumn } from "./share-row";
import styles from "./shares.module.css";

/** Why nobody is asked about a track. */
const UNASKED: Readonly<Record<Exclude<TrackKind, "shared">, string>> = {
  solo: "Solo work: nobody to ask",
  cover: "Cover version: its songwriters are not asked",
};

interface TableProps {
  /** As the page filled them in last; they decide which rows have inputs. */
  shown: Splits;
  /** As they are typed now. */
  typed: Splits;
  titles: readonly string[];
  kinds: readonly TrackKind[];
}

/** The shares by track and person: what is the same on all tracks first, then what differs. */
export function SharesTable({ shown, typed, titles, kinds }: TableProps) {
  const names = shortNames(typed.people);
  const columns = shown.people.map(({ id }, index) => ({ id, name: names[index] ?? "" }));
  const isSingle = titles.length === 1;
  return (
    <div className={styles.scroller}>
      <Table fz="md" className={styles.grid}>
        <caption className={styles.caption}>
          <VisuallyHidden component="span">Shares by track and person, in percent</VisuallyHidden>
        </caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Track</Table.Th>
            {columns.map(({ id, name }) => (
              <Table.Th key={id} scope="col">
                {name}
              </Table.Th>
            ))}
            <Table.Th scope="col">Total</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <InputRow
            name="same"
            title={isSingle ? titles[0] : "Same on all tracks"}
            hint={isSingle ? undefined : "Set it once. Change a track below only where it differs."}
            about={isSingle ? "" : ", all tracks"}
            columns={columns}
            shares={typed.same}
          />
          {!isSingle &&
            shown.tracks.map(({ id, own }, index) => (
              <TrackRow
                key={id}
                index={index}
                title={titles[index] ?? ""}
                kind={kinds[index] ?? "shared"}
                own={own ? (typed.tracks[index]?.shares ?? []) : undefined}
                same={typed.same}
                columns={columns}
              />
            ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface TrackRowProps {
  index: number;
  title: string;
  kind: TrackKind;
  /** Undefined while the row follows the first one. */
  own: readonly SplitShare[] | undefined;
  same: readonly SplitShare[];
  columns: readonly ShareColumn[];
}

function TrackRow({ index, title, kind, own, same, columns }: TrackRowProps) {
  const prefix = `tracks[${index}]`;
  const head = (
    <>
      <span className={styles.title} title={title}>
        <Text span c="dimmed">
          {index + 1}
        </Text>{" "}
        {title}
      </span>
      <HiddenField name={`${prefix}.id`} />
    </>
  );
  if (kind === "shared" && own)
    return (
      <InputRow
        name={`${prefix}.shares`}
        title={head}
        about={`, track ${index + 1}`}
        columns={columns}
        shares={own}
        ownField={`${prefix}.own`}
      />
    );
  return (
    <Table.Tr>
      <Table.Th scope="row">{head}</Table.Th>
      {kind === "shared" ? (
        <>
          {columns.map(({ id }, person) => (
            <Table.Td key={id}>{same[person]?.percentage || 0}</Table.Td>
          ))}
          <Table.Td>
            <IntentButton
              intent={`change:${trackIdAt(index)}`}
              variant="subtle"
              className={styles.change}
            >
              <Pencil />
              <span className={styles.word} aria-hidden="true">
                Change
              </span>
              <VisuallyHidden>Change track {index + 1}</VisuallyHidden>
            </IntentButton>
          </Table.Td>
        </>
      ) : (
        <Table.Td colSpan={columns.length + 1}>{UNASKED[kind]}</Table.Td>
      )}
    </Table.Tr>
  );
}

/** Stands for "Change" on a phone. */
const Pencil = () => (
  <svg
    className={styles.pencil}
    viewBox="0 0 24 24"
    width={20}
    height={20}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    aria-hidden="true"
  >
    <path d="m4 20 1-5L16 4l4 4L9 19Zm9-13 4 4" strokeLinejoin="round" />
  </svg>
);
