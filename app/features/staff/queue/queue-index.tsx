import { Text } from "@mantine/core";
import { titled } from "~/ui/page-title";
import { BulkPanel } from "../desk/bulk-panel";
import { useDesk } from "../desk/desk-context";
import styles from "./queue.module.css";

export const meta = titled("Review queue");

/** The desk where no entry is open. */
export default function NoEntry() {
  const { chosen } = useDesk();
  return (
    <>
      <h1 className="unseen">Review queue</h1>
      <div className={styles.noEntry}>
        {chosen.size > 0 ? <BulkPanel /> : <Text c="dimmed">Choose an entry of the list.</Text>}
      </div>
    </>
  );
}
