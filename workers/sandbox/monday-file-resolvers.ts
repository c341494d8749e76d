import { hex } from "~/platform/formats/hex";
import { type Columns, mondayError } from "./monday-columns";
import { filesOf, insertFile, type StoredFile } from "./monday-updates-files";

async function sha256(bytes: ArrayBuffer): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

const assetView = ({ id, name, file_size }: StoredFile) => ({ id, name, file_size });

/** The files of an item, of all its columns or of those named. */
export function itemFiles(db: D1Database, itemId: string) {
  return async ({ column_ids: ids }: { column_ids?: (string | null)[] | null }) => {
    const files = await filesOf(db, itemId);
    return files.filter(({ column_id: id }) => !ids || ids.includes(id)).map(assetView);
  };
}

interface FileArguments {
  item_id: string;
  column_id: string;
  file: unknown;
}

export function fileMutations(
  db: D1Database,
  columns: Columns,
  checkItem: (itemId: string) => Promise<string>,
) {
  return {
    async add_file_to_column({ item_id, column_id, file }: FileArguments) {
      if (columns.get(column_id)?.type !== "file") {
        const text = "This column ID doesn't exist for the board";
        throw mondayError("InvalidColumnIdException", text, { column_id });
      }
      if (!(file instanceof Blob)) throw mondayError("InvalidArgumentException", "No file");
      const name = file instanceof File ? file.name : "file";
      const hash = await sha256(await file.arrayBuffer());
      const target = { item_id: await checkItem(item_id), column_id };
      return assetView(
        await insertFile(db, { ...target, name, file_size: file.size, sha256: hash }),
      );
    },
  };
}
