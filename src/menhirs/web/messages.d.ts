/**
 * The shapes of what the server tells. `python -m tools.write_message_types` writes this file from
 * `view/messages.py`, `view/match/socket_messages.py`, `view/analysis/analysis_messages.py` and
 * `learn/messages.py`: do not edit it.
 */

/** A cell, and where its centre lies in the picture. */
export interface CellPlace {
  name: string;
  x: number;
  y: number;
}

/** The cells in the order a1, a2, …, and how far one step goes, clockwise from N. */
export interface BoardGeometry {
  cells: CellPlace[];
  directions: Record<string, [number, number]>;
  view_box: [number, number, number, number];
}

export interface LastMove {
  tiles: string[];
  direction: string | null;
  taken: string | null;
}

/** The data that a board is drawn from. */
export interface View {
  board: string;
  fog: string[];
  menhirs: string[];
  flipped: string[];
  free: string[];
  clusters: string[][];
  last: LastMove | null;
}

/** A legal action; a move has its tiles and its direction. */
export interface Legal {
  action: string;
  kind: string;
  cell?: string;
  tiles?: string[];
  direction?: string;
  lands?: string[];
  split?: boolean;
}

/** An event, for animation and log. */
export interface Event {
  type: string;
  player?: number;
  cell?: string;
  cells?: string[];
  tiles?: string[];
  landed?: string[];
  direction?: string;
  split?: boolean;
  round?: number;
  lap?: number;
  go_on?: boolean;
  times?: number;
  winner?: number;
  score?: number;
  reason?: string;
}

/** The game's place on the round track after an action. */
export interface After {
  round: string;
  phase: string;
}

/** One action of the game, and the position after it, without words. */
export interface PlyFacts {
  ply: number;
  action: string | null;
  player: number;
  round: string;
  events: Event[];
  view: View;
  after: After;
  at: number;
}

/** One action of the game, for one reader. */
export interface PlyItem {
  ply: number;
  action: string | null;
  player: number;
  round: string;
  events: Event[];
  view: View;
  after: After;
  at: number;
  words: string;
}

/** A field of the round track. */
export interface Step {
  round: string;
  label: string;
  lap: number;
  places: boolean;
  takes: "never" | "may" | "must";
  only: 1 | 2 | null;
  claims: boolean;
  points: number[] | null;
  decision: boolean;
  repetitions: number | null;
}

/** A field of the round track, and whether the game has come to it. */
export interface StepNow {
  round: string;
  label: string;
  lap: number;
  places: boolean;
  takes: "never" | "may" | "must";
  only: 1 | 2 | null;
  claims: boolean;
  points: number[] | null;
  decision: boolean;
  repetitions: number | null;
  state: "done" | "now" | "to come";
}

export interface ClaimState {
  player: 1 | 2;
  turn: number;
  left: number | null;
}

/** A claim that is to be shown now, with the claimant's task in words. */
export interface ProveState {
  player: 1 | 2;
  left: number | null;
  title: string;
  words: string;
}

export interface Seat {
  name: string;
  call: string;
  kind: "person" | "computer" | "free";
  level: number | null;
  level_name: string | null;
  says: string;
  present: boolean;
}

export interface Clocks {
  1: number;
  2: number;
  running: 1 | 2 | null;
  slow: boolean;
}

/** The open offers. */
export interface Offers {
  take_back: 1 | 2 | null;
  rematch: 1 | 2 | null;
  rematch_layout: "new" | "same" | null;
}

/** A player of a live game who has left on their own turn while the other waits. */
export interface GoneState {
  player: 1 | 2;
  left: number;
}

/** The level after the one that was beaten. */
export interface NextLevel {
  level: number;
  name: string;
}

export interface May {
  take_back: boolean;
  abort: boolean;
  abort_words: string;
  resign: boolean;
  resign_words: string;
  rematch: boolean;
  same_layout: boolean;
  hint: boolean;
  threats: boolean;
  next_level: NextLevel | null;
}

export interface SeriesGame {
  match: string;
  winner: number | null;
  score: number;
}

export interface Series {
  game: number;
  wins: number[];
  points: number[];
  calls: string[];
  games: SeriesGame[];
  next: string | null;
}

export interface OutcomeState {
  winner: 0 | 1 | 2 | null;
  score: number;
  reason: string;
  text: string;
  why: string | null;
}

/** An answer at the decision moment. */
export interface DecisionChoice {
  action: string;
  title: string;
  words: string;
}

/** The decision moment in words. */
export interface DecideState {
  title: string;
  words: string;
  choices: DecisionChoice[];
}

/** How to claim in a match. It never changes, so it is sent once. */
export interface Claiming {
  window: number | null;
  show: number | null;
  label: string;
  when: string;
  hold: string;
  twice: string;
  lesson: string;
  note: string;
}

/** A tip from the coach of a guided match. */
export interface CoachTip {
  key: string;
  text: string;
  rule: string;
}

/** The coach of a guided match. */
export interface CoachState {
  tip: CoachTip | null;
  touching: string[][];
}

/** The position, the same for all visitors. */
export interface SceneBesidesTrack {
  ply: number;
  rules: string;
  position: string;
  view: View;
  player: 1 | 2;
  round: string;
  chances: number[] | null;
  all_chances: number | null;
  to_place: number[] | null;
}

/** The part of a state that is the same for all visitors. */
export interface Scene {
  ply: number;
  rules: string;
  position: string;
  view: View;
  player: 1 | 2;
  round: string;
  chances: number[] | null;
  all_chances: number | null;
  to_place: number[] | null;
  track: StepNow[];
}

/** The part of a state that all visitors share, but that changes without an action: clocks and
offers. */
export interface Moment {
  match: string;
  state: number;
  claims: "timed" | "untimed" | "none";
  phase: string;
  claim: ClaimState | null;
  clocks: Clocks | null;
  offers: Offers;
  gone: GoneState | null;
}

/** The part of a state that depends on the visitor. */
export interface Situation {
  you: (1 | 2)[];
  legal: Legal[];
  prove: ProveState | null;
  decide: DecideState | null;
  status: string;
  seats: Record<string, Seat>;
  may: May;
  series: Series;
  outcome: OutcomeState | null;
  coach: CoachState | null;
}

/** A match as one visitor sees it. */
export interface State {
  you: (1 | 2)[];
  legal: Legal[];
  prove: ProveState | null;
  decide: DecideState | null;
  status: string;
  seats: Record<string, Seat>;
  may: May;
  series: Series;
  outcome: OutcomeState | null;
  coach: CoachState | null;
  match: string;
  state: number;
  claims: "timed" | "untimed" | "none";
  phase: string;
  claim: ClaimState | null;
  clocks: Clocks | null;
  offers: Offers;
  gone: GoneState | null;
  ply: number;
  rules: string;
  position: string;
  view: View;
  player: 1 | 2;
  round: string;
  chances: number[] | null;
  all_chances: number | null;
  to_place: number[] | null;
  track: StepNow[];
}

/** An error in the visitor's language. */
export interface ErrorData {
  code: string;
  rule: string;
  text: string;
  retry_after?: number;
  more?: string;
}

/** A new match, and the key to the seats taken in it. */
export interface Created {
  match: string;
  url: string;
  seats: (1 | 2)[];
  secret: string;
}

/** A seat that was taken, with its key. */
export interface Joined {
  seat: 1 | 2;
  secret: string;
}

/** The part of the first message that is the same for many matches. */
export interface HelloFrame {
  type: "hello";
  geometry: BoardGeometry;
  tracks: Step[][];
  claiming: Claiming | null;
}

/** Everything that a page needs to begin with. */
export interface Hello {
  type: "hello";
  geometry: BoardGeometry;
  tracks: Step[][];
  claiming: Claiming | null;
  state: State;
  plies: PlyItem[];
}

/** The state of a match after a change. */
export interface Change {
  you: (1 | 2)[];
  legal: Legal[];
  prove: ProveState | null;
  decide: DecideState | null;
  status: string;
  seats: Record<string, Seat>;
  may: May;
  series: Series;
  outcome: OutcomeState | null;
  coach: CoachState | null;
  match: string;
  state: number;
  claims: "timed" | "untimed" | "none";
  phase: string;
  claim: ClaimState | null;
  clocks: Clocks | null;
  offers: Offers;
  gone: GoneState | null;
  ply: number;
  rules: string;
  position: string;
  view: View;
  player: 1 | 2;
  round: string;
  chances: number[] | null;
  all_chances: number | null;
  to_place: number[] | null;
  track: StepNow[];
  type: "state";
  news: string | null;
  ply_item: PlyItem | null;
}

/** The seats that have somebody at a screen, and the number of watchers. */
export interface Presence {
  type: "presence";
  seats: Record<string, boolean>;
  watchers: number;
  gone: GoneState | null;
}

/** Asks the page for an answer, to measure its lag. */
export interface Ping {
  type: "ping";
  sent: number;
}

/** Answers whether an action is legal now, and if not, why. */
export interface Explained {
  type: "explained";
  re: number | null;
  legal: boolean;
  code?: string;
  rule?: string;
  text?: string;
  retry_after?: number;
  more?: string;
}

/** Answers which actions a typed text can mean. */
export interface ReadAs {
  type: "read";
  re: number | null;
  actions: string[];
  sure: boolean;
}

/** A move that would free all menhirs. */
export interface Threat {
  tiles: string[];
  direction: string;
  lands: string[];
}

/** The coach's warning before an action counts. */
export interface Warned {
  type: "warned";
  re: number | null;
  action: string;
  text: string;
  threats: Threat[];
}

/** Answers with a hint: an action and its reason. */
export interface Advised {
  type: "hint";
  re: number | null;
  action: string;
  text: string;
  why: string;
}

/** Answers with the threats. */
export interface Threatened {
  type: "threats";
  re: number | null;
  text: string;
  threats: Threat[];
}

/** Says why a message was refused. */
export interface RefusedMessage {
  code: string;
  rule: string;
  text: string;
  retry_after?: number;
  more?: string;
  type: "refused";
  re: number | null;
}

/** Says why the connection ends. */
export interface Bye {
  code: string;
  rule: string;
  text: string;
  retry_after?: number;
  more?: string;
  type: "bye";
}

/** A position of an analysis, and the legal actions of either side. */
export interface AnalysisState {
  scene: Scene;
  phase: string;
  status: string;
  legal: Legal[];
  claim: 1 | 2 | null;
  claim_words: string;
  prove: ProveState | null;
  decide: DecideState | null;
}

/** Some plies of a line, and the position at its end. */
export interface LineData {
  plies: PlyItem[];
  state: AnalysisState;
}

/** One action of a tree of variations. */
export interface TreeNode {
  parent: number;
  action: string;
  comment: string;
  nags: number[];
  glyphs: string;
  player: number;
  round: string;
  words: string;
}

/** Everything that a page needs to open a tree of variations. */
export interface AnalysisOpening {
  position: string;
  game: string;
  geometry: BoardGeometry;
  tracks: Step[][];
  headers: Record<string, string>;
  comment: string;
  nodes: TreeNode[];
  at: number;
  line: LineData;
}

/** A tree as the text of a game record. */
export interface RecordData {
  text: string;
}

/** A line of play found by the engine. */
export interface EngineLine {
  value: number;
  proven: boolean;
  estimate: number | null;
  actions: string[];
  label: string;
  words: string;
}

/** An action and its exact value. */
export interface BookEntry {
  action: string;
  value: number;
  label: string;
  words: string;
}

/** How far an analysis of the engine is. */
export interface EngineData {
  status: "waiting" | "thinking" | "paused" | "done";
  depth: number;
  nodes: number;
  seconds: number;
  source: "search" | "table";
  proven: boolean;
  lines: EngineLine[];
  book: BookEntry[];
}

/** The value of a position if both sides play their best. */
export interface ValueData {
  position: string;
  player: 1 | 2;
  value: number;
  proven: boolean;
  source: "search" | "table";
  nodes: number;
  best: string[];
  line: string[];
  words: string;
}

/** A value that a field can have, with its name. */
export interface Named {
  value: string;
  name: string;
}

/** The fields of a position that is set up by hand, as in the position line. */
export interface SetUpFields {
  rules: string;
  menhirs: string[];
  fog: string[];
  player: string;
  round: string;
  phase: string;
  counts: number[];
  last: string;
  chooser: string;
}

/** A position that is set up by hand: its picture, and whether it is possible. */
export interface SetUpData {
  position: string;
  problem: ErrorData | null;
  fields: SetUpFields;
  view: View;
  geometry: BoardGeometry;
  tracks: Step[][];
  rounds: string[];
  phases: Named[];
  players: Named[];
  counts_words: string;
  lasts: string[];
}

/** Whether an action is legal in a position, and if not, why not. */
export interface Explanation {
  legal: boolean;
  action: string;
  code: string;
  rule: string;
  text: string;
}

/** A claim that the learner may make now. */
export interface PracticeClaim {
  left: number | null;
}

/** The current task, and the legal actions. */
export interface ExerciseState {
  done: number;
  steps: number;
  task: string;
  scene: Scene;
  you: 1 | 2;
  phase: string;
  legal: Legal[];
  claim: PracticeClaim | null;
  prove: ProveState | null;
  decide: DecideState | null;
}

/** An exercise before the first try. */
export interface Opening {
  set: string;
  id: string;
  title: string;
  geometry: BoardGeometry;
  tracks: Step[][];
  rounds: boolean;
  claiming: Claiming | null;
  plies: PlyItem[];
  state: ExerciseState;
}

/** The verdict on one try. */
export interface TryData {
  verdict: "right" | "on" | "wrong";
  text: string;
  legal: boolean;
  code: string;
  rule: string;
  plies: PlyItem[];
  state: ExerciseState;
}

/** Help with the current step. */
export interface HintData {
  text: string;
  cells: string[];
  action: string;
}

/** The value of a game after so many actions. */
export interface ReviewValue {
  value: number;
  proven: boolean;
  words: string;
}

/** An action, reviewed: see docs/play/review.md. */
export interface ReviewPly {
  ply: number;
  action: string;
  player: 1 | 2;
  value: number;
  proven: boolean;
  after: number;
  after_proven: boolean;
  best: string[];
  keeps: string[];
  line: string[];
  marks: string[];
}

/** An action with a remark. */
export interface ReviewMoment {
  ply: number;
  named: string;
  player: 1 | 2;
  marks: string[];
  is_good: boolean;
  title: string;
  text: string;
  played: string;
  better: string;
  legal: Legal | null;
  mistake: Legal | null;
  line: PlyItem[];
  exercise: string;
}

/** A player's summary, in a few sentences. */
export interface ReviewSummary {
  player: 1 | 2;
  name: string;
  words: string[];
}

/** The review of a game in the reader's language. */
export interface ReviewData {
  exact: boolean;
  verdict: string;
  turning_point: number | null;
  values: ReviewValue[];
  plies: ReviewPly[];
  moments: ReviewMoment[];
  players: ReviewSummary[];
}

/** The progress of a review. */
export interface ReviewState {
  id: string;
  status: "none" | "waiting" | "working" | "done";
  plies: number;
  done: number;
  ahead: number;
  review: ReviewData | null;
}

/** Whether a review can be proven by solving the layout, and the progress of the proof. */
export interface ProofState {
  status: "unavailable" | "offered" | "refused" | "waiting" | "working" | "done";
  words: string;
  done: number;
  stages: number;
}

/** One bar of a chart about a player. */
export interface PlayBar {
  label: string;
  share: number;
  words: string;
}

/** One finding about a player: a sentence, its basis, and bars. */
export interface PlayPicture {
  id: string;
  title: string;
  text: string;
  basis: string;
  bars: PlayBar[];
}

/** The statistics of a player's finished games. */
export interface PlayData {
  games: number;
  reviewed: number;
  text: string;
  pictures: PlayPicture[];
}

/** The board on the front page before the first push. */
export interface FrontBoard {
  position: string;
  geometry: BoardGeometry;
  view: View;
  legal: Legal[];
}

/** An opponent against whom the reader wins about half of the games. */
export interface FittingData {
  level: number;
  rules: string;
  name: string;
  text: string;
}

/** The exercise from one's own games that comes next: see ``GET /api/exercises``. */
export interface TrainingNext {
  set: string;
  id: string;
  kind: string;
  title: string;
}

/** A player's exercises from their own games. */
export interface TrainingData {
  due: number;
  all: number;
  text: string;
  streak: string;
  next_at: number | null;
  next: TrainingNext | null;
}

/** A claim sprint as it stands. */
export interface SprintState {
  id: string;
  over: boolean;
  left: number;
  score: number;
  mistakes: number;
  number: number;
  window: number;
  opening: Opening | null;
}

/** The verdict on an answer in a sprint, and what comes next. */
export interface SprintResult {
  verdict: TryData | null;
  state: SprintState;
}

/** A place in the table of the day. */
export interface SprintRow {
  place: number;
  name: string;
  score: number;
  you: boolean;
}

/** The claim sprints of today. */
export interface SprintsData {
  text: string;
  best: number | null;
  best_today: number | null;
  table: SprintRow[] | null;
}

export type Message = Hello | Change | Presence | Ping | Explained | ReadAs | Warned | Advised | Threatened | RefusedMessage | Bye;
