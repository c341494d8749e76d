export {
  default,
  handle,
  links,
  meta,
} from "~/features/public/release/artist-route";
export { loader } from "~/features/public/release/artist-route.server";
export { ErrorBoundary } from "~/ui/error-page";
