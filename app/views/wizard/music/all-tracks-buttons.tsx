import { EditButton } from "~/components/edit-button";
import lists from "~/components/lists.module.css";
import { asksAbout, SOLO_ALL } from "~/submission/music/edit-all-tracks";
import { EditQuestion } from "../edit-question";

/** What is the same for every track of a release, said once. */
export function AllTracksButtons() {
  return (
    <div className={lists.stack}>
      <div>
        <EditButton id={SOLO_ALL} intent={SOLO_ALL} lands={SOLO_ALL}>
          Solo work on all tracks
        </EditButton>
      </div>
      <EditQuestion isHere={(question) => asksAbout(SOLO_ALL, question)} back={`#${SOLO_ALL}`} />
    </div>
  );
}
