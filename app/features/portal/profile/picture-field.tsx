import { Button, Input } from "@mantine/core";
import { REMOVE_PICTURE } from "~/domain/artists/profile-reply";
import { useField } from "~/ui/field";
import { FormSection } from "~/ui/form-section";
import { ArtistPicture } from "../artist-picture";
import styles from "./picture-field.module.css";

/** The artist's picture, by a native file input; it is posted with the form. */
export function PictureField({ picture }: { picture: string | null }) {
  const { defaultValue: name } = useField({ name: "artistName", label: "" });
  const { id, error } = useField({ name: "picture", label: "" });
  const descriptionIds = [error && `${id}-error`, `${id}-description`].filter(Boolean).join(" ");
  return (
    <FormSection title="Picture">
      <div className={styles.picture}>
        <div className={styles.shown}>
          <ArtistPicture src={picture} name={name} />
        </div>
        <div className={styles.choose}>
          <Input.Wrapper
            id={id}
            label={picture ? "Another picture (optional)" : "A picture of you (optional)"}
            description="JPEG, PNG or WebP, at most 10 MB. We keep it small, and nothing of where it was taken."
            error={error}
          >
            <input
              id={id}
              type="file"
              name="picture"
              accept="image/jpeg,image/png,image/webp"
              aria-invalid={Boolean(error)}
              aria-describedby={descriptionIds}
              className={styles.file}
            />
          </Input.Wrapper>
          {picture && (
            <p>
              <Button type="submit" name="intent" value={REMOVE_PICTURE} variant="default">
                Remove the picture
              </Button>
            </p>
          )}
        </div>
      </div>
    </FormSection>
  );
}
