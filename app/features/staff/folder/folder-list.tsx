import { Box, Table, Text } from "@mantine/core";
import { formatBytes } from "~/platform/formats/bytes";
import { Dimmed } from "../dimmed";
import { RowTable } from "../row-table";
import type { FolderView } from "./folders-of";

/** The files of a folder, with sizes and links. */
export function FolderList({ name, files }: FolderView) {
  return (
    <section>
      <Text component="h2" size="xl" tt="capitalize" mb="xs">
        {name}
      </Text>
      <RowTable label={name} columns={["File", "What it is", "Size"]}>
        {files.map(({ name: fileName, about, size, url, note }) => (
          <Table.Tr key={`${about} ${fileName}`}>
            <Table.Th scope="row">
              {url ? (
                <Box
                  component="a"
                  href={url}
                  display="block"
                  py="xs"
                  target="_blank"
                  rel="noreferrer"
                >
                  {fileName}
                </Box>
              ) : (
                fileName
              )}
              {note && <Dimmed>{note}</Dimmed>}
            </Table.Th>
            <Table.Td c="dimmed">{about}</Table.Td>
            <Table.Td ta="right">{size !== undefined && formatBytes(size)}</Table.Td>
          </Table.Tr>
        ))}
      </RowTable>
    </section>
  );
}
