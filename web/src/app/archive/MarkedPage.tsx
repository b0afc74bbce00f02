import { HighlightsPage } from "../../features/reading/highlights/HighlightsPage.tsx";
import { Frame } from "./Frame.tsx";

/** The page of all highlights. */
export const MarkedPage = () => (
  <Frame>
    <HighlightsPage />
  </Frame>
);
