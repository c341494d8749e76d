import { Box, Group, Input, Stack } from "@mantine/core";
import { PICTURE_MAX_BYTES } from "~/domain/artists/picture-rules";
import { REMOVE_PICTURE } from "~/domain/artists/profile-reply";
import { megabytes } from "~/platform/formats/bytes";
import { useField } from "~/ui/field";
import { FormSection } from "~/ui/form-section";
import { SecondaryButton } from "~/ui/intent-button";
import { ArtistPicture } from "../artist-picture";

/** The artist's picture, by a native file input; it is posted with the form. */
export function PictureField({ picture }: { picture: string | null }) {
  const { defaultValue: name } = useField({ name: "artistName", label: "" });
  const { id, error } = useField({ name: "picture", label: "" });
  const descriptionIds = [error && `${id}-error`, `${id}-description`].filter(Boolean).join(" ");
  return (
    <FormSection title="Picture">
      <Group gap="md" align="flex-start">
        <Box w={160}>
          <ArtistPicture src={picture} name={name} />
        </Box>
        <Stack flex="1 1 240px" miw={0}>
          <Input.Wrapper
            id={id}
            label={picture ? "Another picture (optional)" : "A picture of you (optional)"}
            description={`JPEG, PNG or WebP, at most ${megabytes(PICTURE_MAX_BYTES)} MB. We make it smaller, and remove the place where it was taken.`}
            error={error}
          >
            <Input
              id={id}
              type="file"
              name="picture"
              accept="image/jpeg,image/png,image/webp"
              aria-invalid={Boolean(error)}
              aria-describedby={descriptionIds}
            />
          </Input.Wrapper>
          {picture && (
            <p>
              <SecondaryButton intent={REMOVE_PICTURE}>Remove the picture</SecondaryButton>
            </p>
          )}
        </Stack>
      </Group>
    </FormSection>
  );
}
