export { loader } from "~/features/public/release/cover-route.server";
