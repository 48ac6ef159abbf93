// The standings when a game is over: the order of the seats, who won, and the points of a match.
import type { Player, Result, TableView } from '$src/api/types';
import type { GameView, ScoreBar } from '$src/components/game';
import { playerName } from '$src/state/names';

export interface Standing {
  seat: number;
  player: Player;
  name: string;
  total: number; // of the game
  points: number | null; // of the match so far
  won: boolean;
  bars: ScoreBar[];
}

// The winners of the game, or of the match if this was its last game.
export function winnersOf(result: Result, points: number[] | null, matchIsOver: boolean): number[] {
  if (!points || !matchIsOver) return result.winners;
  const most = Math.max(...points);
  return points.flatMap((sum, seat) => (sum === most ? [seat] : []));
}

// Seats whose sheets are known, best first: by points of the match, else winners before others, then by total.
export function ranked(result: Result, points: number[] | null): number[] {
  const matchPoints = (seat: number) => points?.[seat] ?? 0;
  const won = (seat: number) => (result.winners.includes(seat) ? 1 : 0);
  const total = (seat: number) => result.totals[seat] ?? 0;
  return result.totals
    .flatMap((known, seat) => (known === null ? [] : [seat]))
    .sort((a, b) => matchPoints(b) - matchPoints(a) || won(b) - won(a) || total(b) - total(a) || a - b);
}

const pointsOf = (view: TableView) => (view.match ? view.players.map((player) => player.points ?? 0) : null);

export const winnersAt = (view: TableView): number[] =>
  view.position?.result ? winnersOf(view.position.result, pointsOf(view), view.stage === 'over') : [];

export function standingsOf(view: TableView, game: GameView): Standing[] {
  const position = view.position;
  const result = position?.result;
  if (!position || !result) return [];
  const points = pointsOf(view);
  const winners = winnersAt(view);
  return ranked(result, points).map((seat) => {
    const player = view.players[seat] as Player;
    return {
      seat,
      player,
      name: playerName(player, seat),
      total: result.totals[seat] ?? 0,
      points: points ? (points[seat] ?? 0) : null,
      won: winners.includes(seat),
      bars: game.scoreBars(position, seat),
    };
  });
}
