import { expect, test } from "vitest";
import { checkAmongTracks, findCover } from "./cover-among-files";

const file = (name: string, type = "") => ({ name, type, size: 9 });

test("the cover among files is the picture that is called so, else the first that stores take", () => {
  const songs = [file("1.wav"), file("2.wav")];
  expect(findCover(songs)).toBeUndefined();
  expect(findCover([...songs, file("a.png", "image/png")])).toBeUndefined();
  expect(findCover([...songs, file("a.jpg"), file("b.jpeg")])?.name).toBe("a.jpg");
  expect(findCover([...songs, file("a.jpg"), file("Front Cover.JPEG")])?.name).toBe(
    "Front Cover.JPEG",
  );
  expect(findCover([file("no ending", "image/jpeg")])?.name).toBe("no ending");
});

test("a picture among tracks is told where it belongs, and anything else what is expected", () => {
  expect(checkAmongTracks(file("a.wav"))).toBeUndefined();
  expect(checkAmongTracks(file("a.jpg"))).toContain('choose it under "Artwork".');
  expect(checkAmongTracks(file("a.png"))).toContain("save it as a JPEG");
  expect(checkAmongTracks(file("a.pdf"))).toContain("Invalid file type. Expected: WAV file...");
});
