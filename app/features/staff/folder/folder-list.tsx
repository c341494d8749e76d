import { formatBytes } from "~/platform/formats/bytes";
import styles from "./folder-list.module.css";
import type { FolderView } from "./folders-of";

/** The files of a folder, with sizes and links. */
export function FolderList({ name, files }: FolderView) {
  return (
    <section>
      <h2>{name}</h2>
      <ul className={styles.files}>
        {files.map(({ name: fileName, about, size, url, note }) => (
          <li key={`${about} ${fileName}`} className={styles.file}>
            <p className={styles.about}>{about}</p>
            <p className={styles.name}>
              {url ? (
                <a href={url} target="_blank" rel="noreferrer">
                  {fileName}
                </a>
              ) : (
                fileName
              )}
            </p>
            {size !== undefined && <p className={styles.size}>{formatBytes(size)}</p>}
            {note && <p className={styles.note}>{note}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
