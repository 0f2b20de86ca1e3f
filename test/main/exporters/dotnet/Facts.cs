// Answers questions about numbers and texts, one a line of the argument: an operation and its operand. A double is given by its bits.
using System;
using System.Globalization;

public static class Facts
{
    public static int Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        Console.WriteLine("version " + Environment.Version);
        foreach (string question in arguments[0].Split('\n'))
        {
            int space = question.IndexOf(' ');
            Console.WriteLine("fact " + question + " = " + Answer(question.Substring(0, space), question.Substring(space + 1)));
        }
        return 0;
    }

    static string Answer(string operation, string operand)
    {
        try
        {
            switch (operation)
            {
                case "double": return Number(operand).ToString();
                case "single": return ((float)Number(operand)).ToString();
                case "round": return ((int)Math.Round(Number(operand))).ToString();
                case "parse-int": return int.Parse(operand).ToString();
                case "parse-float": return ((double)float.Parse(operand)).ToString("R");
                case "parse-bool": return bool.Parse(operand).ToString();
                default: throw new ArgumentException(operation);
            }
        }
        catch (SystemException error)
        {
            return "throws " + error.GetType().Name;
        }
    }

    static double Number(string bits)
    {
        return BitConverter.Int64BitsToDouble(Convert.ToInt64(bits, 16));
    }
}
