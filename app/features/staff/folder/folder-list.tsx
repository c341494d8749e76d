import { Text } from "@mantine/core";
import { formatBytes } from "~/platform/formats/bytes";
import { DataTable } from "../data-table";
import { Dimmed } from "../dimmed";
import { TargetLink } from "../target-link";
import type { FolderView } from "./folders-of";

/** The files of a folder, with sizes and links. */
export function FolderList({ name, files }: FolderView) {
  return (
    <section>
      <Text component="h2" size="xl" tt="capitalize" mb="xs">
        {name}
      </Text>
      <DataTable
        label={name}
        rows={files.map((file) => ({ id: `${file.about} ${file.name}`, ...file }))}
        hidesHead
        figures={["Size"]}
        columns={[
          [
            "File",
            ({ name: fileName, url, note }) => (
              <>
                {url ? (
                  <TargetLink href={url} target="_blank" rel="noreferrer">
                    {fileName}
                  </TargetLink>
                ) : (
                  fileName
                )}
                {note && <Dimmed>{note}</Dimmed>}
              </>
            ),
          ],
          ["What it is", ({ about }) => about],
          ["Size", ({ size }) => size !== undefined && formatBytes(size)],
        ]}
      />
    </section>
  );
}
