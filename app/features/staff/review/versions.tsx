import { Stack, Table } from "@mantine/core";
import type { ComparedField } from "~/domain/review/compare-versions";
import { longDate } from "~/platform/formats/dates";
import { Disclosure } from "../disclosure";
import styles from "./review.module.css";
import type { ReviewSubmission } from "./review-page.server";

function FieldTable({ fields }: { fields: readonly ComparedField[] }) {
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>Now</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ field, before, now }) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">{field}</Table.Th>
              <Table.Td className={styles.written}>{before || "Nothing"}</Table.Td>
              <Table.Td className={styles.written}>{now || "Nothing"}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Both versions of a release that was sent again, side by side. */
export function Versions({
  other,
  isOtherNewer,
  fields,
  hasSameFiles,
}: NonNullable<ReviewSubmission["versions"]>) {
  const changed = fields.filter(({ isChanged }) => isChanged);
  const unchangedFields = fields.filter(({ isChanged }) => !isChanged);
  return (
    <Stack component="section" id="versions">
      <h2>{isOtherNewer ? "Sent again" : "What changed"}</h2>
      <p>
        {isOtherNewer ? "The artist sent it again as " : "This is a new version of "}
        <a href={`/staff/submissions/${other.id}`}>{other.reference}</a>, of {longDate(other.at)}.
        {isOtherNewer && " Decide on the new version."}
      </p>
      {hasSameFiles && <p>The files are the same.</p>}
      {changed.length > 0 ? <FieldTable fields={changed} /> : <p>No answer has changed.</p>}
      <Disclosure summary={`What stayed the same (${unchangedFields.length})`}>
        <FieldTable fields={unchangedFields} />
      </Disclosure>
    </Stack>
  );
}
